import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { argumentsOf, readLanguage } from './message-files.ts'
import { readShownTexts } from './read-shown-texts.ts'

const ROOT = join(import.meta.dirname, '../..')
const LANGUAGES = join(ROOT, 'web/messages')

/** Folders whose texts are in message files, all of them: everything in `web/` that customers see. */
const COVERED = [
  'web/app',
  'web/lib',
  'web/ui',
  ...readdirSync(join(ROOT, 'web/features'))
    .filter((name) => name !== 'admin')
    .map((name) => `web/features/${name}`),
  // The console is in English; its setup, what opens from it and the images of the site are not.
  'web/features/admin/add',
  'web/features/admin/pictures',
  'web/features/admin/setup',
]

/** Domains of the server that write emails. */
const MAIL_DOMAINS = ['accounts', 'billing', 'engines', 'lifecycle', 'referrals', 'studios']

/** Those that write to customers; the mails of engines are for the operator's people. */
const TRANSLATED_MAILS = ['accounts', 'billing', 'lifecycle', 'referrals', 'studios']

/** What only the operator's people see, in English. */
const FOR_STAFF = /^web\/app\/routes\/(?:admin-|setup\.)/
/** Words of file formats, and those that other programs write into files. */
const FILE_FORMATS = /^web\/features\/(create\/import|tools\/text-to-video\/animation)\//

/** Names of products and fonts, the same in every language, and what only telemetry reads. */
const NAMES = new Set([
  'Samsung Internet',
  "Lato, 'Lato Fallback', system-ui, sans-serif",
  'Network Error',
  'Textual inversion',
  'Aesthetic gradient',
])

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const filesUnder = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .toSorted()

/** Title and description of one page. */
const isOfPage = (name: string): boolean => name.startsWith('pages/')

/** A file of messages and the folder that it belongs to: where a `texts.ts` imports it. */
const catalogues = filesUnder('web').flatMap((file) => {
  const name = /^import english from '#web\/messages\/en\/(.+)\.json'/m.exec(read(file))?.[1]
  return name === undefined || isOfPage(name)
    ? []
    : [{ name, folder: file.replace(/\/[^/]+$/, '') }]
})

/** A folder without the folders in it that have messages of their own. */
const ownFiles = (folder: string) =>
  filesUnder(folder).filter(
    (file) =>
      !catalogues.some(
        (other) => other.folder.startsWith(`${folder}/`) && file.startsWith(`${other.folder}/`),
      ),
  )

const english = readLanguage(join(LANGUAGES, 'en'))

const TEST_PAYMENTS = 'test-payments/messages'

/** What the browser shows, and the emails of the server's domains. */
const places = [
  ...catalogues.map(({ name, folder }) => ({
    name,
    messages: english.get(name) ?? {},
    files: ownFiles(folder),
  })),
  {
    name: 'test payments',
    messages: readLanguage(join(ROOT, TEST_PAYMENTS)).get('en') ?? {},
    files: filesUnder('test-payments/pages'),
  },
  ...MAIL_DOMAINS.map((domain) => ({
    name: `emails of ${domain}`,
    messages: readLanguage(join(ROOT, `server/domains/${domain}/messages`)).get('en') ?? {},
    files: filesUnder(`server/domains/${domain}`).filter((file) => /\bmails?\b/.test(file)),
  })),
]

/** The keys of the pages whose files some code imports. */
const pageTextsIn = (code: string): Set<string> =>
  new Set(
    [...code.matchAll(/'#web\/messages\/en\/(pages\/.+)\.json'/g)].flatMap(([, name]) =>
      Object.keys(english.get(name!) ?? {}),
    ),
  )

const matches = (key: string, pattern: string) => {
  const [start = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return key === start
  const end = rest.at(-1) ?? ''
  return key.startsWith(start) && key.endsWith(end) && key.length > start.length + end.length
}

/** A name, or the key of a message, which stands in for its text. */
const isKnown = (text: string) =>
  NAMES.has(text) || [...english.values()].some((messages) => text in messages)

it('gives each file of messages to one folder', () => {
  const others = [...english.keys()].filter((name) => !isOfPage(name))
  expect(catalogues.map(({ name }) => name).toSorted()).toEqual(others.toSorted())
})

const routes = filesUnder('web/app/routes').map((file) => {
  const code = read(file)
  return { code, strings: readShownTexts(file, code).strings }
})

it.each([...english].filter(([name]) => isOfPage(name)))(
  '%s is of a route, which says all of it',
  (name, messages) => {
    const own = routes.filter(({ code }) => code.includes(`#web/messages/en/${name}.json'`))
    expect(own).not.toEqual([])
    const others = Object.keys(messages).filter(
      (key) =>
        !['title', 'description', 'limited'].includes(key) &&
        !own.some(({ strings }) => strings.has(key)),
    )
    expect(others).toEqual([])
  },
)

describe.each(places)('the messages of $name', ({ messages, ...place }) => {
  const files = place.files.map((file) => ({ file, ...readShownTexts(file, read(file)) }))

  it('are all used', () => {
    const strings = new Set(files.flatMap((file) => [...file.strings]))
    // A template fills in a part of a key; alone it would match every key.
    const patterns = [...strings].filter((text) => /^[\w.-]+\*|\.\*/.test(text))
    const unused = Object.keys(messages).filter(
      (key) => !strings.has(key) && !patterns.some((pattern) => matches(key, pattern)),
    )
    expect(unused).toEqual([])
  })

  it('are all there, with the arguments that the code gives', () => {
    const faults = files.flatMap(({ file, calls }) =>
      calls.flatMap(({ line, key, names }) => {
        if (key === null || pageTextsIn(read(file)).has(key)) return []
        const keys = Object.keys(messages).filter((one) => matches(one, key))
        if (keys.length === 0) return [`${file}:${line} has no message ${key}`]
        return keys.flatMap((one) => {
          const wanted = argumentsOf(messages[one]!)
          const missing = names === null ? [] : wanted.filter((each) => !names.includes(each))
          const spare =
            names === null || key.includes('*')
              ? []
              : names.filter((each) => !wanted.includes(each))
          return missing.length + spare.length === 0
            ? []
            : [
                `${file}:${line} gives ${names?.join(', ')} to ${one}, which takes ${wanted.join(', ')}`,
              ]
        })
      }),
    )
    expect(faults).toEqual([])
  })
})

it.each(MAIL_DOMAINS)('writes no text of an email in the code of %s', (domain) => {
  const files = filesUnder(`server/domains/${domain}`).filter((file) =>
    /\/(?:consent-|share-)?mails\.ts$|mail-texts\.ts$/.test(file),
  )
  expect(files).not.toEqual([])
  expect(files.flatMap((file) => readShownTexts(file, read(file)).literals)).toEqual([])
})

it.each(COVERED)('writes no text in the code of %s', (folder) => {
  const files = filesUnder(folder).filter(
    (file) => !FOR_STAFF.test(file) && !FILE_FORMATS.test(file),
  )
  const literals = files.flatMap((file) =>
    readShownTexts(file, read(file))
      .literals.filter((text) => !isKnown(text.slice(text.indexOf(' ') + 1)))
      .map((text) => `${file}:${text}`),
  )
  expect(literals).toEqual([])
})

/** Every file, with every key. */
it.each(['es'])('has the same messages with the same arguments in %s', (language) => {
  const translated = readLanguage(join(LANGUAGES, language))
  expect([...translated.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  const faults = [...translated].flatMap(([name, theirs]) => {
    const ours = english.get(name) ?? {}
    return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])]
      .filter((key) => {
        const [one, other] = [ours[key], theirs[key]]
        if (one === undefined || other === undefined) return true
        return argumentsOf(one).join() !== argumentsOf(other).join()
      })
      .map((key) => `${language}/${name}.json: ${key}`)
  })
  expect(faults).toEqual([])
})

it.each([...TRANSLATED_MAILS.map((domain) => `server/domains/${domain}/messages`), TEST_PAYMENTS])(
  'has the same messages of %s in Spanish',
  (folder) => {
    const languages = readLanguage(join(ROOT, folder))
    const [ours, theirs] = [languages.get('en') ?? {}, languages.get('es') ?? {}]
    expect(Object.keys(theirs)).toEqual(Object.keys(ours))
    for (const [key, text] of Object.entries(ours)) {
      expect(argumentsOf(theirs[key]!), key).toEqual(argumentsOf(text))
    }
  },
)

it('finds what it looks for', () => {
  const { literals, calls, strings } = readShownTexts(
    'page.tsx',
    `const Page = ({ n }) => (
      <Button aria-label="Close" title={n > 1 ? 'Many' : t('one')} className="Wide box">
        Hello
        {n === 0 && 'none'}
        {t.rich(\`kind.\${n}\`, { count: n, b: (text) => <b>{text}</b> })}
      </Button>
    )
    notifications.show({ message: 'Saved' })
    const problem = 'The image was not found.'
    throw new Error('Nobody reads this')`,
  )
  expect(literals).toEqual([
    '2: Close',
    '2: Many',
    '2: Wide box',
    '2: Hello',
    '4: none',
    '8: Saved',
    '9: The image was not found.',
  ])
  expect(calls).toEqual([
    { line: 2, key: 'one', names: [] },
    { line: 5, key: 'kind.*', names: ['count', 'b'] },
  ])
  expect(strings).toContain('kind.*')
  expect(existsSync(LANGUAGES)).toBe(true)
})
