import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { planOffers } from '#server/domains/billing/plans.ts'
import IMAGES from '#server/domains/community/seed/images.json' with { type: 'json' }
import { SEED_MODELS } from '#server/domains/community/seed/model-data.ts'
import { SEED_PACKS } from '#server/domains/packs/seed/seed-packs.ts'
import { readCatalogue } from '#engine/hub/catalogue.ts'
import { LOOKS } from '#engine/vision/avatars/looks.ts'
import { HEADSHOT_BACKGROUNDS } from '#engine/vision/headshots/backgrounds.ts'
import { sentencesIn } from '#server/texts/index.ts'
import { inLanguage } from '#server/translations/index.ts'
import { FORMER } from '#server/translations/spanish/former.ts'
import { SPANISH } from '#server/translations/spanish/index.ts'
import { readSaidTexts } from './read-said-texts.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What only the operator reads: consoles, logs, the administration, what is answered where there is no request yet. */
const FOR_OPERATORS = [
  /^server\/(?:cli|config|app|texts|translations)[/.]/,
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
  /^contract\/(?:admin(?:-[\w-]+)?|brand-content|service-model-entry)\.ts$/,
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

const files = ['contract', 'engine', 'lib', 'server', 'test-payments']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll('\\', '/')}`,
    ),
  )
  .filter(
    (file) =>
      /(?<!\.test)\.ts$/.test(file) && !/\/testing\/|^server\/(?:texts|translations)\//.test(file),
  )

const read = files.map((file) => ({
  file,
  ...readSaidTexts(file, readFileSync(join(ROOT, file), 'utf8')),
}))

/** As the texts of the code are read: `{}` for every place. */
const patternOf = (text: string): string => text.replaceAll(/\{\w+\}/g, '{}')

const placesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].toSorted()

const withKeys = Object.keys(sentencesIn('es')).map(patternOf)
const withoutKeys = Object.keys(SPANISH).map(patternOf)
const known = new Set([...withKeys, ...withoutKeys])

/** Texts that the code puts together, and what comes of them, each of which has a translation of its own. */
const COMPOSED: Record<string, string[]> = {
  '{} {}': ['{} credit', '{} credits'],
  '{} {} each': ['1 credit each', '{} credits each'],
  '{} time on {} {} {}': ['Unused time on {} after {}', 'Remaining time on {} from {}'],
  '{} plan{}': ['{} plan', '{} plan, monthly', '{} plan, yearly'],
  'Changed to {} {}: credits until {}': [
    'Changed to {} monthly: credits until {}',
    'Changed to {} yearly: credits until {}',
  ],
  'Unspent: {}{}': [
    'Unspent: {}',
    "Unspent: {} of the plan's month",
    'Unspent: {} of the free month',
    'Unspent: {} of the login bonus',
  ],
  'It {}': [
    'It must be a URL that starts with smtp:// or smtps://.',
    'It must be a URL that starts with http:// or https://, not "{}".',
    'It must be an email address, not "{}".',
    'It must be an address without a path, not "{}".',
    'It must be 0 or 1, not "{}".',
    'It must begin with sk_test_ or sk_live_.',
    'It must begin with whsec_.',
  ],
  '{}: {}': [
    'Not used: {}',
    'Canceled: {}',
    'Not delivered: {}',
    'Not charged: {}',
    'Blocked by moderation: {}',
  ],
}
const composed = new Set(Object.values(COMPOSED).flat())

it('has in Spanish all that the server says to customers', () => {
  const said = read
    .filter(({ file }) => !FOR_OPERATORS.some((place) => place.test(file)))
    .flatMap(({ file, sentences }) => [...sentences].map((text) => ({ file, text })))
  expect(said.length).toBeGreaterThan(20)
  const missing = said.filter(
    ({ text }) =>
      !known.has(text) && !(text in COMPOSED) && !NOTED.some((pattern) => pattern.test(text)),
  )
  expect(missing.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})

it('has the Spanish of a sentence in one place', () => {
  expect(withoutKeys.filter((text) => withKeys.includes(text))).toEqual([])
})

/** Sentences about the models that the setup offers, and names of what their licenses are for. */
const OFFERS = readCatalogue().flatMap(({ purpose, licences }) => [
  purpose,
  ...licences.map(({ of }) => of),
])

/** Of the images and models that come with the app; proper names stay. */
const EXAMPLES = [
  ...IMAGES.map(({ alt }) => alt),
  ...SEED_MODELS.filter(({ type }) => type === 'Other').map(({ name }) => name),
  ...SEED_MODELS.filter(({ type }) => type !== 'LORA').flatMap(({ samples }) =>
    samples.map(({ alt }) => alt),
  ),
]

it('has in Spanish the names of what the server offers', () => {
  const names = [
    ...LOOKS.map(({ name }) => name),
    ...HEADSHOT_BACKGROUNDS.map(({ name }) => name),
    ...EXAMPLES,
    ...OFFERS,
    ...SEED_PACKS.flatMap(({ title, description, tags, samples, shots }) => [
      title,
      description,
      ...tags,
      ...samples.map(({ alt }) => alt),
      ...shots.map(({ prompt }) => prompt),
    ]),
  ]
  expect(names.filter((name) => !(name in SPANISH))).toEqual([])
  const lines = planOffers(() => true).flatMap(({ features }) => features)
  // "Pro" is a plan's name as well; all of them differ from what they are in English.
  expect(
    lines
      .filter(({ feature }) => inLanguage('es', feature) === feature)
      .map(({ feature }) => feature),
  ).toEqual([])
})

it('has in Spanish what comes of texts that are put together', () => {
  const written = new Set(read.flatMap(({ all }) => [...all]))
  expect(Object.keys(COMPOSED).filter((pattern) => !written.has(pattern))).toEqual([])
  expect([...composed].filter((pattern) => !known.has(pattern))).toEqual([])
})

it('has nothing in Spanish that the server does not say', () => {
  const written = new Set(read.flatMap(({ all }) => [...all]))
  const { description } = JSON.parse(
    readFileSync(join(ROOT, 'models/text-to-image/model.json'), 'utf8'),
  ) as { description: string }
  written.add(description)
  for (const text of [...EXAMPLES, ...OFFERS]) written.add(text)
  for (const { shots } of SEED_PACKS) for (const { prompt } of shots) written.add(patternOf(prompt))
  const lower = new Set([...written].map((text) => text.toLowerCase()))
  const isWritten = (pattern: string) =>
    written.has(pattern) ||
    composed.has(pattern) ||
    // Titles stand in the middle of a sentence as well.
    (pattern === pattern.toLowerCase() && lower.has(pattern))
  const current = Object.keys(SPANISH).filter((text) => !(text in FORMER))
  expect(current.filter((text) => !isWritten(patternOf(text)))).toEqual([])
  expect(Object.keys(FORMER).filter((text) => isWritten(patternOf(text)))).toEqual([])
})

it.each(Object.entries(SPANISH))('fills the same places of: %s', (english, spanish) => {
  expect(placesOf(spanish)).toEqual(placesOf(english))
  expect(spanish.endsWith('.')).toBe(english.endsWith('.'))
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
