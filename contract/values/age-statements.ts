/** Person in a photo, as stated by the user who uploaded it. */
export const STATED_PEOPLE = ['adult', 'own_child'] as const

/** Texts of the statements. The English text and its version are stored, whatever the page's language, so a changed text needs a new version. */
export const AGE_STATEMENTS: {
  version: string
  texts: Record<(typeof STATED_PEOPLE)[number], string>
} = {
  version: '2026-12',
  texts: {
    adult: 'The person in the photo is an adult: me, or somebody who agreed to this.',
    own_child:
      'The person in the photo is my own child. I know that images of my child can’t be published, shared by link or used for a face swap.',
  },
}
