export const HEADSHOT_GENDERS = ['Man', 'Woman'] as const

export const HEADSHOT_AGES = ['18-24', '25-34', '35-44', '45-54', '55-64', '65+'] as const

export const HEADSHOT_ATTIRE = ['suit', 'blazer', 'shirt', 'blouse', 'sweater', 'casual'] as const

export const HEADSHOT_SCENES = ['studio', 'office', 'city', 'park', 'library', 'white'] as const

/** Limits of one set. A set paid by card has `usual` shots at most, of which `passPercent` are to pass within `passHours`. */
export const HEADSHOT_SET = {
  least: 4,
  most: 80,
  usual: 40,
  redos: 10,
  redoDays: 30,
  passPercent: 75,
  passHours: 24,
} as const
