/** Most characters of an alternative text. */
export const SITE_PICTURE_ALT_MAX = 200
