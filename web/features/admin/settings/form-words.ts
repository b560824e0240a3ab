import type { ChangedWords } from '#web/ui/changed-meanwhile/texts.ts'
import { BRAND_FIELDS } from './brand-fields.ts'

/** Texts of the settings form besides its fields. The console has them in English, the setup in the language of its page. */
export interface SettingWords {
  saved: string
  /** After a test of what was entered. */
  notSaved: string
  remove: string
  removeNamed(label: string): string
  /** In the empty field of a secret that is set. */
  keepSecret: string
  fromEnvironment(name: string): string
  nextStart: string
}

export const SETTING_WORDS: SettingWords = {
  saved: 'Saved.',
  notSaved: 'What you entered is not saved yet.',
  remove: 'Remove',
  removeNamed: (label) => `Remove: ${label}`,
  keepSecret: 'Set; leave empty to keep it',
  fromEnvironment: (name) => `Set by ${name} in the environment, so it cannot be changed here.`,
  nextStart: 'It holds from the next start on.',
}

/** Texts about a conflict in the console. */
export const CHANGED_WORDS: ChangedWords = {
  title: 'This was changed in the meantime',
  text: 'Nothing was saved yet. What you wrote is still in the form. This is where it differs from what is saved now:',
  same: 'Nothing was saved yet. What is saved now is the same as what you wrote.',
  saved: 'Saved now',
  yours: 'Yours',
  empty: 'Empty',
  overwrite: 'Save mine over it',
}

/** Texts of the form of a brand's look. */
export interface LookWords {
  name: string
  aboutName(name: string): string
  color: string
  aboutColor: string
  /** Before the shade that pages use. */
  shown: string
  logo: string
  aboutLogo: string
  logoNow: string
  chooseLogo: string
  changed: ChangedWords
}

export const LOOK_WORDS: LookWords = {
  name: BRAND_FIELDS.name,
  aboutName: (name) => `In the header, in emails and where links are shared. Empty: ${name}`,
  color: BRAND_FIELDS.accent,
  aboutColor: 'Any color: pages use shades of it on which texts can be read.',
  shown: 'Shown as',
  logo: BRAND_FIELDS.logo,
  aboutLogo: 'A PNG, best a square of at least 512 pixels.',
  logoNow: 'Logo now',
  chooseLogo: 'Choose a PNG',
  changed: CHANGED_WORDS,
}
