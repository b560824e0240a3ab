/** Largest picture that a tool is given: 25 megapixels, as cameras make them, and a little. */
export const MOST_PIXELS = 26_214_400
/** Longest side of a picture, pixels. */
export const MOST_EDGE = 12_000
/** Most pixels of an enlarged picture: 64 megapixels. */
export const MOST_ENLARGED_PIXELS = 64 * 2 ** 20
/** Edge of an avatar, pixels. */
export const AVATAR_EDGE = 1024
/** Size of a headshot in pixels: 4 to 5, as prints and profiles are. */
export const HEADSHOT_SIZE = { width: 1024, height: 1280 } as const
