import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/admin.ts'
import { ACTS, sentenceOf } from './log-acts.ts'

const entry = (action: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '1',
  actor: 'ada@example.com',
  action,
  user: 'u',
  email: 'bo@example.com',
  subject: null,
  reason: null,
  data: {},
  created_at: '2026-11-01T00:00:00.000Z',
  ...more,
})

const AUDIT = readFileSync('server/domains/admin/audit.ts', 'utf8')

/** Files of `admin` and of the domains whose acts `AuditEvent` names. */
const files = [
  'admin',
  ...[...AUDIT.matchAll(/domains\/([a-z-]+)\/index\.ts/g)].map(([, name]) => name!),
]
  .flatMap((domain) => globSync(`server/domains/${domain}/**/*.ts`))
  .filter((file) => !file.endsWith('.test.ts'))

const namesIn = (types: string) => [...types.matchAll(/'([a-z_]+)'/g)].map(([, name]) => name!)

/** The acts of one declaration: `action: 'a' | 'b'`, or `a_${'b' | 'c'}` in backquotes. */
function actsOf(declaration: string): string[] {
  const [, start = '', types = ''] =
    /(?:\baction: `([a-z_]+)\$\{|\baction:|type OtherAct =)((?:\s*\|?\s*'[a-z_]+')+)/.exec(
      declaration,
    ) ?? []
  return namesIn(types).map((name) => `${start}${name}`)
}

/** Every act that the types of the server allow to be written down. */
const written = files.flatMap((file) => {
  const code = readFileSync(file, 'utf8')
  const declarations = code.matchAll(
    /(?:interface \w+Act \{|type AuditReport = \(|type OtherAct =)[^]*?(?=\n\n)/g,
  )
  const states = /type PublicationState =([^]*?)\n\n/.exec(code)?.[1] ?? ''
  return [
    ...[...declarations].flatMap(([declaration]) => actsOf(declaration)),
    ...namesIn(states).map((state) => `publication_${state}`),
  ]
})

describe('a sentence of the log', () => {
  it('is there for every act that is written down', () => {
    expect(written.length).toBeGreaterThan(50)
    expect(written.filter((action) => !(action in ACTS))).toEqual([])
    expect(Object.keys(ACTS).filter((action) => !written.includes(action))).toEqual([])
  })

  it.each([
    ['adjustment_done', { data: { amount: 100 } }, 'gave 100 credits to bo@example.com'],
    ['adjustment_done', { data: { amount: -1 } }, 'took 1 credit from bo@example.com'],
    ['debt_forgiven', { data: { amount: 7 } }, 'forgave bo@example.com 7 credits'],
    [
      'plan_given',
      { data: { plan: 'pro', period: 'monthly' } },
      'gave bo@example.com the monthly pro plan',
    ],
    [
      'refund_requested',
      { data: { amount: 749, currency: 'usd' } },
      'gave $7.49 back to bo@example.com',
    ],
    [
      'setting_changed',
      { subject: 'PACK_PRICES', data: { from: null, to: '1000=849' } },
      'set “Prices of credit packs” to 1000=849',
    ],
    [
      'setting_changed',
      { subject: 'PACK_PRICES', data: { from: '1000=849', to: null } },
      'changed “Prices of credit packs” from 1000=849 to its default',
    ],
    [
      'setting_changed',
      { subject: 'REGISTRATION', data: { from: 'open', to: 'invitation' } },
      'changed “New accounts” from “Everybody may open one” to “Only by invitation”',
    ],
    [
      'setting_planned',
      { data: { changes: { REGISTRATION: 'closed', LOGIN_BONUS: null } } },
      'planned to set “New accounts” to “Nobody may open one”, “Daily bonus” to its default',
    ],
    [
      'brand_changed',
      { subject: 'atelier', data: { what: 'accent, hosts' } },
      'changed the brand atelier: Color, Hosts',
    ],
    [
      'brand_changed',
      { subject: 'atelier', data: { what: 'undo' } },
      'undid the last change of the brand atelier',
    ],
    [
      'setup_step_marked',
      { subject: 'site', data: { state: 'done' } },
      'went through the step “Name, logo and color” of the setup',
    ],
    ['promotion_made', { data: { code: 'SUMMER' } }, 'made the promotion SUMMER'],
    ['person_banned', { email: null, data: { until: null } }, 'banned a deleted account'],
  ] as const)('tells %s with its details', (action, more, words) => {
    expect(sentenceOf(entry(action, more))).toBe(`ada@example.com ${words}`)
  })

  it('names the command line, and an act that is not known', () => {
    expect(sentenceOf(entry('backup_made', { actor: 'operator' }))).toBe(
      'The system backed up the database',
    )
    expect(sentenceOf(entry('moon_painted'))).toBe('ada@example.com moon painted')
  })
})
