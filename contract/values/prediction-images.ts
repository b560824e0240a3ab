/** Days after which what is in the trash is deleted by itself. */
export const TRASH_DAYS = 30

/** Most images of one bulk action, and of one zip. */
export const MOST_IMAGES_AT_ONCE = 1000
