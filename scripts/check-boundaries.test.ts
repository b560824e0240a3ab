import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importFault } from './boundaries/rules.ts'

const script = fileURLToPath(new URL('check-boundaries.ts', import.meta.url))
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, source: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), source)
}

function check(): { code: number | null; faults: string[] } {
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  return { code: status, faults: stderr.trim().split('\n').filter(Boolean) }
}

describe('check-boundaries', () => {
  it('passes what the table allows', () => {
    write('contract/users.ts', "import { z } from 'zod'\nimport './common.ts'")
    write('server/domains/generation/index.ts', "import '#server/domains/accounts/index.ts'")
    write('server/domains/generation/index.test.ts', "import '#tests/support/app.ts'")
    write('web/app/routes/home.tsx', "import type { Route } from './+types/home'")
    expect(check()).toEqual({ code: 0, faults: [] })
  })

  it('names the file and the line of every kind of forbidden import', () => {
    write(
      'server/platform/db/open.ts',
      [
        "import type { A } from '../../domains/accounts/index.ts'",
        "export { b } from '#server/domains/credits/index.ts'",
        'export const c = () => import(`../../../web/lib/client.ts`)',
      ].join('\n'),
    )
    const { code, faults } = check()
    expect(code).toBe(1)
    expect(faults).toEqual([
      'server/platform/db/open.ts:1 imports ../../domains/accounts/index.ts: platform may not import domain',
      'server/platform/db/open.ts:2 imports #server/domains/credits/index.ts: platform may not import domain',
      'server/platform/db/open.ts:3 imports ../../../web/lib/client.ts: platform may not import web lib',
    ])
  })
})

describe('circles', () => {
  it('are found, of types too, and named with all their files', () => {
    write('server/domains/media/a.ts', "import { b } from './b.ts'")
    write('server/domains/media/b.ts', "export type { C } from './c.ts'")
    write('server/domains/media/c.ts', "import type { A } from './a.ts'\nimport './d.ts'")
    write('server/domains/media/d.ts', 'export const d = 1')
    expect(check()).toEqual({
      code: 1,
      faults: [
        'server/domains/media/a.ts:1 imports in a circle, types included: ' +
          'server/domains/media/a.ts, server/domains/media/b.ts, server/domains/media/c.ts',
      ],
    })
  })

  it('of models count too', () => {
    write('models/a/x.ts', "import './y.ts'")
    write('models/a/y.ts', "import './x.ts'")
    expect(check().faults).toHaveLength(1)
  })
})

describe('tables', () => {
  const schema = (table: string) =>
    `declare module 'x' {\n  interface Database {\n    ${table}: {\n      id: string\n    }\n  }\n}`

  it('are named only by the SQL of their owner and of tests', () => {
    write('server/domains/media/schema.ts', schema('uploaded_images'))
    write(
      'server/domains/media/find.ts',
      "export const a = (db: X) => db.selectFrom('uploaded_images as u')",
    )
    write(
      'server/domains/privacy/other.ts',
      [
        '/* from uploaded_images, says a comment */',
        "export const a = (db: X) => db.selectFrom('uploads')",
        "export const b = 'uploaded_images'",
      ].join('\n'),
    )
    write('server/domains/accounts/find.test.ts', 'const a = sql`select 1 from uploaded_images`')
    expect(check()).toEqual({ code: 0, faults: [] })

    write(
      'server/domains/accounts/find.ts',
      [
        "export const a = (db: X) => db.updateTable('uploaded_images')",
        'export const b = sql`select 1 from users u',
        '  left join uploaded_images i on true`',
      ].join('\n'),
    )
    expect(check().faults).toEqual([
      'server/domains/accounts/find.ts:1 names uploaded_images, a table of server/domains/media',
      'server/domains/accounts/find.ts:3 names uploaded_images, a table of server/domains/media',
    ])
  })
})

describe('importFault', () => {
  const cases: [from: string, to: string, fault: string | null][] = [
    ['server/domains/media/a.ts', 'server/domains/accounts/index.ts', null],
    ['server/domains/billing/a.ts', 'server/domains/accounts/index.ts', null],
    ['server/domains/admin/a.ts', 'server/domains/moderation/index.ts', null],
    [
      'server/domains/credits/a.ts',
      'server/domains/billing/index.ts',
      'the domain credits may not import the domain billing',
    ],
    [
      'server/domains/billing/a.ts',
      'server/domains/credits/store.ts',
      'a domain is imported through its index.ts only',
    ],
    [
      'server/http/server.ts',
      'server/domains/accounts/store.ts',
      'a domain is imported through its index.ts only',
    ],
    ['server/domains/generation/a.ts', 'server/engines/spec/index.ts', null],
    [
      'server/domains/generation/a.ts',
      'server/engines/builtin/index.ts',
      'domain may not import engine',
    ],
    ['server/engines/fal/a.ts', 'server/engines/builtin/b.ts', 'one engine may not import another'],
    [
      'server/engines/builtin/diffusion/drawing-plan.ts',
      'server/engines/builtin/atelier/companion.ts',
      'what only one model needs is imported by companions.ts alone',
    ],
    ['server/engines/builtin/companions.ts', 'server/engines/builtin/atelier/companion.ts', null],
    [
      'server/engines/builtin/atelier/companion.ts',
      'server/engines/builtin/diffusion/networks.ts',
      null,
    ],
    [
      'server/engines/builtin/a.ts',
      'server/domains/media/index.ts',
      'engine may not import domain',
    ],
    ['server/app/context.ts', 'server/main.ts', 'app may not import main'],
    ['server/http/ssr.ts', 'web/app/root.tsx', 'http may not import web app'],
    ['web/lib/client.ts', 'server/platform/errors.ts', 'web lib may not import platform'],
    ['web/features/media/a.tsx', 'web/features/media/b.tsx', null],
    [
      'web/features/media/a.tsx',
      'web/features/credits/b.tsx',
      'one web feature may not import another',
    ],
    ['web/ui/shell.tsx', 'web/features/credits/b.tsx', 'web ui may not import web feature'],
    ['contract/users.ts', 'server/platform/errors.ts', 'contract may not import platform'],
    ['server/platform/log.ts', 'tests/support/app.ts', 'platform may not import tests'],
    [
      'web/app/root.tsx',
      'elsewhere/a.ts',
      'elsewhere/a.ts lies outside of every place that has a rule',
    ],
  ]
  it.each(cases)('%s -> %s', (from, path, fault) => {
    expect(importFault(from, { path })).toBe(fault)
  })

  it('lets the contract use zod, the rating of passwords and nothing else', () => {
    expect(importFault('contract/users.ts', { name: 'zod' })).toBeNull()
    expect(importFault('contract/users.ts', { name: 'node:fs' })).toBe(
      'contract may use only zod, @zxcvbn-ts/core, @zxcvbn-ts/language-common',
    )
  })
})
