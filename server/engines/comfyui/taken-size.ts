/** How large an image may be that tools take, as those of this program. */
export const TAKEN_SIZE = { maxEdge: 12_000, maxPixels: 26_214_400 }
