/** Fixed by the specification; staff alone make those of the type Showcase. */
export const TRAINING_TYPES = [
  'General',
  'Hairstyle',
  'Professional Headshots',
  'Showcase',
] as const

/** Type of the studios from which sets of headshots are ordered. */
export const HEADSHOT_TRAINING: (typeof TRAINING_TYPES)[number] = 'Professional Headshots'

export const TRAINING_STATUSES = [
  'Not Started',
  'Pending',
  'Running',
  'Failed',
  'Downloading',
  'Successful',
] as const

export const TRAINED_OBJECTS = ['person', 'pet', 'style', 'object'] as const

/** Photos of a studio: fewer teach too little, more do not help. */
export const TRAINING_PHOTOS = { least: 4, most: 20 } as const
