import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asText, inEnglish, inLanguage, type Text, type Value } from '#server/texts/index.ts'
import type { TextKey } from '#server/texts/text-key.ts'
import { argumentsOf, readLanguage } from './message-files.ts'
import { readTextCalls } from './read-text-calls.ts'

const ROOT = join(import.meta.dirname, '../..')
const MESSAGES = join(ROOT, 'messages')

const english = readLanguage(join(MESSAGES, 'en'))
const texts = [...english].flatMap(([feature, messages]) =>
  Object.entries(messages).map(([name, message]) => ({ key: `${feature}.${name}`, message })),
)
const messageOf = new Map(texts.map(({ key, message }) => [key, message]))

const files = ['contract', 'engine', 'server']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll('\\', '/')}`,
    ),
  )
  .filter((path) => /(?<!\.test)\.ts$/.test(path) && !/\/testing\/|^server\/texts\//.test(path))
  .map((path) => ({ path, calls: readTextCalls(path, readFileSync(join(ROOT, path), 'utf8')) }))

/**
 * Keys that the program no longer says, while stored failures and notices still have them (decision 0379): their messages stay in
 * every language.
 */
const FORMER: readonly TextKey[] = [
  'jobs.formerTheServerThatDrawsCanNoLonger',
  'jobs.formerALoRAOfThisRequestCannotBe',
  'jobs.formerAModelThatThisNeedsCannotBe',
  'jobs.formerTheServerThatDrawsIsTooBusy',
  'jobs.formerTheServerThatDrawsCouldNotDo',
  'jobs.formerTheServerThatDrawsCouldNotMake',
  'jobs.formerTheServerThatDrawsDoesNotAccept',
  'jobs.formerTheServerThatDrawsWasRestarted',
  'jobs.formerTheServerThatDrawsWasStopped',
  'jobs.formerThisIsTooLargeForTheMemory',
  'jobs.formerALoRAOfThisRequestIsNot',
  'jobs.formerThisModelCannotBeUsedAnyMore',
  'jobs.formerTheModelNameCanNoLongerBe',
  'jobs.formerTheImageToStartFromIsNot',
  'jobs.formerTheServerForThisModelIsNot',
  'jobs.formerVideosOfThisProviderCannotBeMade',
  'jobs.formerThisModelIsNotOnItsServer',
  'jobs.formerThisToolCannotBeUsedAnyMore',
  'jobs.formerTheModelThatDrawsForThisCannot',
  'jobs.formerTheModelThatRefinesImagesIsNot',
  'jobs.formerNoEngineHereCanEditImagesBy',
  'jobs.formerPaintOverWhatIsToGoAnd',
  'statement.formerAccountDeleted',
  'statement.formerDisputeLost',
  'statement.formerDisputeOver',
  'statement.formerFreeMonthTaken',
  'statement.formerHeldDisputed',
  'statement.formerHeldInvitation',
  'statement.formerHeldUnpaid',
  'statement.formerHeldWithdrawing',
  'statement.formerPaymentOfRefunded',
  'statement.formerPaymentRefunded',
  'statement.formerPlanLowered',
  'statement.formerRefundFailed',
  'statement.formerRemovedDisputeLost',
  'statement.formerRemovedInvitationPaidBack',
  'statement.formerRemovedPaymentOfRefunded',
  'statement.formerRemovedPaymentRefunded',
  'statement.formerRemovedPlanLowered',
  'statement.formerRemovedTheirPaymentRefunded',
  'statement.formerRemovedUnpaidPlanEnded',
  'statement.formerRemovedWithdrawn',
  'statement.formerReturnedAfterExpiry',
  'statement.formerTheirPaymentRefunded',
]

/** Names of things that come with the program are in rows and engines; `said.test.ts` compares them. */
const isShipped = (key: string): boolean => key.startsWith('shipped.')

it('says every text of the catalogues somewhere, but for those that are read back', () => {
  const said = new Set(files.flatMap(({ calls }) => calls.map(({ key }) => key)))
  const others = texts.filter(({ key }) => !said.has(key) && !isShipped(key)).map(({ key }) => key)
  expect(others.toSorted()).toEqual(FORMER.toSorted())
})

it('has every text that is said', () => {
  const missing = files.flatMap(({ path, calls }) =>
    calls.flatMap(({ line, key }) =>
      key === null || messageOf.has(key) ? [] : [`${path}:${line}: ${key}`],
    ),
  )
  expect(missing).toEqual([])
})

it('has every sentence under one key', () => {
  const first = new Map(texts.toReversed().map(({ key, message }) => [message, key]))
  const others = texts.filter(({ key, message }) => first.get(message) !== key)
  expect(others.map(({ key, message }) => `${key} is ${first.get(message)}`)).toEqual([])
})

it('writes out every key and its values, so that they can be compared', () => {
  const others = files.flatMap(({ path, calls }) =>
    calls
      .filter(({ key, names }) => key === null || names === null)
      .map(({ line }) => `${path}:${line}`),
  )
  expect(others).toEqual([])
})

it('gives every text the values that its message takes', () => {
  const faults = files.flatMap(({ path, calls }) =>
    calls.flatMap(({ line, key, names }) => {
      const message = messageOf.get(key ?? '')
      if (message === undefined || names === null) return []
      const wanted = argumentsOf(message)
      return names.toSorted().join() === wanted.join()
        ? []
        : [`${path}:${line} gives ${names.join(', ')} to ${key}, which takes ${wanted.join(', ')}`]
    }),
  )
  expect(faults).toEqual([])
})

/** Operators read these, in English alone. */
const FOR_OPERATORS = new Set(['console'])
const features = [...english].filter(([feature]) => !FOR_OPERATORS.has(feature))

const languages = readdirSync(MESSAGES).filter((language) => language !== 'en')

describe.each(languages)('the texts of the server in %s', (language) => {
  const translated = readLanguage(join(MESSAGES, language))

  it('are those of English, with the same values', () => {
    expect([...translated.keys()].toSorted()).toEqual(features.map(([name]) => name).toSorted())
    const shape = (messages: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(messages).map(([key, text]) => [key, argumentsOf(text).join()]),
      )
    for (const [feature, messages] of features) {
      expect(shape(translated.get(feature) ?? {}), feature).toEqual(shape(messages))
    }
  })

  it('end as the English ones do', () => {
    const end = (text: string) => /[.?!]?$/.exec(text)?.[0]
    const others = [...translated].flatMap(([feature, messages]) =>
      Object.entries(messages)
        .filter(([name, text]) => end(text) !== end(messageOf.get(`${feature}.${name}`) ?? ''))
        .map(([name]) => `${feature}.${name}`),
    )
    expect(others).toEqual([])
  })

  it('are recognized by their finished English sentences, as rows from before texts have them', () => {
    const usual: Record<string, Value> = { count: 7, plan: 'Pro', words: { words: ['a', 'b'] } }
    const valuesOf = (name: string, message: string): [one: Value, other: Value] => {
      if (message.includes(`{${name}, plural,`)) return [1, 7]
      const branch = new RegExp(`\\{${name}, select, (\\w+) `).exec(message)?.[1]
      if (branch !== undefined) return [branch, 'other']
      const value = message.includes(`{${name}, number}`) ? 12_345 : (usual[name] ?? `a ${name}`)
      return [value, value]
    }
    const others = texts
      // A sentence that is hardly more than its values says nothing by itself.
      .filter(({ message }) => /[a-z]{3}/i.test(message.replaceAll(/\{\w+\}/g, '')))
      .flatMap(({ key, message }) =>
        [0, 1].map((at) => ({
          key,
          values: Object.fromEntries(
            argumentsOf(message).map((name) => [name, valuesOf(name, message)[at]!]),
          ),
        })),
      )
      .filter(
        (text) =>
          inLanguage(language, asText(inEnglish(text as Text))) !==
          inLanguage(language, text as Text),
      )
    expect(others.map(({ key }) => key)).toEqual([])
  })
})

it.each(['en', ...languages])(
  'does not begin a line of the statement with a label of its kind in %s',
  (language) => {
    const shown = readLanguage(join(ROOT, 'web/messages', language)).get('credits') ?? {}
    const labels = Object.entries(shown).flatMap(([key, label]) =>
      key.startsWith('kind.') ? [`${label}:`] : [],
    )
    expect(labels.length).toBeGreaterThan(5)
    const lines = Object.entries(readLanguage(join(MESSAGES, language)).get('statement') ?? {})
    // The English of former lines is that by which they are recognized.
    const doubled = lines.filter(
      ([key, text]) =>
        !(language === 'en' && key.startsWith('former')) &&
        labels.some((label) => text.startsWith(label)),
    )
    expect(doubled).toEqual([])
  },
)

it('finds the texts of errors, and those that a condition chooses', () => {
  expect(
    readTextCalls(
      'a.ts',
      `import { t } from '#server/texts/index.ts'
       throw new TemplateError(t('prompts.tooManyWords'))
       throw userError('conflict', isFull ? t('a.b', { count, name: own }) : t(isOld ? 'a.c' : 'a.d'))
       t('a.e', values)
       t('a.f', { ...values })
       t(\`a.\${kind}\`, { count })`,
    ),
  ).toEqual([
    { line: 2, key: 'prompts.tooManyWords', names: [] },
    { line: 3, key: 'a.b', names: ['count', 'name'] },
    { line: 3, key: 'a.c', names: [] },
    { line: 3, key: 'a.d', names: [] },
    { line: 4, key: 'a.e', names: null },
    { line: 5, key: 'a.f', names: null },
    { line: 6, key: null, names: ['count'] },
  ])
  expect(readTextCalls('a.ts', `mail(({ t }) => t('subject', values))`)).toEqual([])
  expect(
    readTextCalls(
      'a.ts',
      `import { fault } from './said.ts'
       z.string().min(1, fault('requests.blank')).refine(isNew, { error: fault('a.b', { list }) })`,
    ),
  ).toEqual([
    { line: 2, key: 'requests.blank', names: [] },
    { line: 2, key: 'a.b', names: ['list'] },
  ])
})
