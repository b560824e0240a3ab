import type { Texts } from '../create-translations.ts'
import { ACCOUNTS } from './accounts.ts'
import { BILLING } from './billing.ts'
import { COMMUNITY } from './community.ts'
import { CREATING } from './creating.ts'
import { EXAMPLES } from './examples.ts'
import { FORMER } from './former.ts'
import { NAMES } from './names.ts'
import { PACK_SHOTS } from './pack-shots.ts'
import { PACKS } from './packs.ts'
import { SETUP } from './setup.ts'
import { STUDIOS } from './studios.ts'
import { TOOLS } from './tools.ts'

/**
 * What the server says, in Spanish: by the English text, as it stands in the code. `said.test.ts` says what is missing or
 * no longer said.
 */
export const SPANISH: Texts = {
  ...FORMER,
  ...ACCOUNTS,
  ...BILLING,
  ...CREATING,
  ...TOOLS,
  ...PACKS,
  ...PACK_SHOTS,
  ...COMMUNITY,
  ...EXAMPLES,
  ...SETUP,
  ...STUDIOS,
  ...NAMES,
}
