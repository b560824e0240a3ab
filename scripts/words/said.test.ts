import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import IMAGES from '#server/domains/community/seed/images.json' with { type: 'json' }
import { SEED_MODELS } from '#server/domains/community/seed/model-data.ts'
import { SEED_PACKS } from '#server/domains/packs/seed/seed-packs.ts'
import { readCatalogue } from '#engine/hub/catalogue.ts'
import { LOOKS } from '#engine/vision/avatars/looks.ts'
import { HEADSHOT_BACKGROUNDS } from '#engine/vision/headshots/backgrounds.ts'
import { inEnglish } from '#server/texts/index.ts'
import { readLanguage } from './message-files.ts'
import { readSaidTexts } from './read-said-texts.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What only the operator reads: consoles, logs, the administration, what is answered where there is no request yet. */
const FOR_OPERATORS = [
  /^server\/(?:cli|config|app|texts)[/.]/,
  /^server\/main\.ts$/,
  /^test-payments\//,
  /^server\/domains\/(?:admin|engines|installation)\//,
  /^server\/domains\/accounts\/(?:bans|change-person|close-person|first-administrator|manage-users)\.ts$/,
  /^server\/domains\/credits\/(?:(?:advance|reset)-clock|forgive-unrecovered)\.ts$/,
  /^server\/domains\/(?:announcements\/write-announcements|lifecycle\/wordings|packs\/look-after-packs|studios\/look-after-showcase)\.ts$/,
  /^server\/domains\/billing\/(?:grant-complimentary-plan|refund-payment|failed-refund|apply-status|take-order)\.ts$/,
  /^server\/domains\/billing\/stripe\/check-stripe\.ts$/,
  /^engine\/(?:checks|hub|import)\//,
  /^engine\/process\/request-queue\.ts$/,
  /^lib\/operator-error\.ts$/,
  /^server\/http\/api-docs\.ts$/,
  /^server\/platform\/(?:db|embedded-postgres|process)\//,
  /^server\/platform\/open-database\.ts$/,
  /^contract\/(?:values\/)?(?:admin(?:-[\w-]+)?|brand-content|service-model-entry)\.ts$/,
  /^server\/domains\/billing\/test-plans\.ts$/,
]

/** Of other files: what is noted for the operator, or read by programs. */
const NOTED = [
  / the money goes back\.$/,
  // Cases for the operator about first purchases.
  /^More than \{\} new customers have opened a payment page /,
  /^\{\} accounts have paid for the first time with one card /,
  /^The payment provider lacks /,
  /^No image came out, tried twice, /,
  /^The built-in (?:engine has|tools know no work) /,
  /^Nobody renders the video /,
  /^This signature is not valid\.$/,
  /^Ask the tool job for it; do not order again\.$/,
  /^The provider refuses to pay a withdrawal back\. /,
  // Of an engine that starts; the pages have words of their own for that.
  /^(?:The weights are being read|The model is being loaded|There is no model)\.$/,
  // Answered before there is a request that could name a language.
  /^The headers are too large\.$/,
  /^The request took too long to arrive\.$/,
  /^This method is not allowed\.$/,
  /^The request cannot be read\.$/,
]

/** The very wording of consents and statements, which is kept with what somebody agreed to. */
const KEPT = new Set([
  'contract/jobs/face-swap.ts',
  'contract/studio-statements.ts',
  'contract/values/age-statements.ts',
  'contract/values/consents.ts',
  'server/domains/studios/seed-showcase.ts',
])

const files = ['contract', 'engine', 'lib', 'server', 'test-payments']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll('\\', '/')}`,
    ),
  )
  .filter((file) => /(?<!\.test)\.ts$/.test(file) && !/\/testing\/|^server\/texts\//.test(file))

const read = files.map((file) => ({
  file,
  ...readSaidTexts(file, readFileSync(join(ROOT, file), 'utf8')),
}))

/** As the texts of the code are read: `{}` for every place. */
const patternOf = (text: string): string => text.replaceAll(/\{\w+\}/g, '{}')

/** English texts of what comes with the program. */
const shippedTexts = Object.keys(readLanguage(join(ROOT, 'messages/en')).get('shipped') ?? {}).map(
  (name) => inEnglish({ key: `shipped.${name}` }),
)
const shipped = new Set(shippedTexts.map(patternOf))

const written = new Set(read.flatMap(({ all }) => [...all]))

it('says to customers nothing that is a finished sentence in the code', () => {
  const said = read
    .filter(({ file }) => !FOR_OPERATORS.some((place) => place.test(file)))
    .flatMap(({ file, sentences }) => [...sentences].map((text) => ({ file, text })))
  expect(said.length).toBeGreaterThan(20)
  const others = said.filter(
    ({ file, text }) =>
      !KEPT.has(file) &&
      !shipped.has(patternOf(text)) &&
      !NOTED.some((pattern) => pattern.test(text)),
  )
  expect(others.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})

/** Names that come with the program, besides those in the code: alone, proper names stay. */
const SHIPPED = [
  ...LOOKS.map(({ name }) => name),
  ...HEADSHOT_BACKGROUNDS.map(({ name }) => name),
  ...IMAGES.map(({ alt }) => alt),
  ...SEED_MODELS.filter(({ type }) => type === 'Other').map(({ name }) => name),
  ...SEED_MODELS.filter(({ type }) => type !== 'LORA').flatMap(({ samples }) =>
    samples.map(({ alt }) => alt),
  ),
  ...readCatalogue().flatMap(({ purpose, licences }) => [purpose, ...licences.map(({ of }) => of)]),
  ...SEED_PACKS.flatMap(({ title, description, tags, samples, shots }) => [
    title,
    description,
    ...tags,
    ...samples.map(({ alt }) => alt),
    ...shots.map(({ prompt }) => prompt),
  ]),
]

it('has the texts of what comes with the program, and no others', () => {
  const { description } = JSON.parse(
    readFileSync(join(ROOT, 'models/text-to-image/model.json'), 'utf8'),
  ) as { description: string }
  const known = new Set([...SHIPPED, description])
  expect(SHIPPED.filter((text) => !shippedTexts.includes(text))).toEqual([])
  expect(shippedTexts.filter((text) => !known.has(text) && !written.has(patternOf(text)))).toEqual(
    [],
  )
})

it('finds what is said by where it stands, with a period or without', () => {
  const { all, sentences } = readSaidTexts(
    'a.ts',
    `fail('invalid', \`You have \${n} lists.\`)
     fail('So much ' + \`is \${n} MB.\`)
     throw new Error('The clock is broken.')
     throw new AppError('internal', \`No hold \${id}.\`, { userMessage: 'Try again soon' })
     throw userError('conflict', isOver ? 'It is over' : 'It has not begun')
     throw invalidField('size', 'too large')
     throw new AppError('invalid', 'Bad size.', { fields: { size: ['too small'] } })
     deps.log.info('It went well.')`,
  )
  expect([...sentences].toSorted()).toEqual(
    [
      'It has not begun',
      'It is over',
      'So much is {} MB.',
      'Try again soon',
      'You have {} lists.',
      'too large',
      'too small',
    ].toSorted(),
  )
  expect([...all]).toContain('It went well.')
})
