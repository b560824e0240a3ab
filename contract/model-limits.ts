/** Limits of all models that change an image by words, whoever runs them. */
export const EDIT_LIMITS = ['unasked', 'ownSize'] as const

/** Limits of all models that draw over what an image shows, whoever runs them. */
export const REFINE_LIMITS = ['drawnDetail', 'smallText', 'fourMegapixels'] as const

/** Limits of all models that draw avatars from one photo, on any engine. */
export const DRAWN_AVATAR_LIMITS = ['likenessOfOnePhoto', 'photoFromFront', 'turnedFaces'] as const
