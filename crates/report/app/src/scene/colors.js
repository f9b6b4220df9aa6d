// Colors of what is in a scene.

/** Colors of bodies: distinct, and none is red or one of the certificates'. */
export const BODIES = [0x8fa8c8, 0xb8a98a, 0x93b0a4, 0xa99bc0, 0xc2b280, 0x8da3a6];
export const CONTACT = 0xe00020;
/** Apart, interfering, undecided. */
export const CERTIFICATES = [0x1a9850, 0xd73027, 0xf5a300];
