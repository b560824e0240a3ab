import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inLanguage } from '#web/lib/language.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { LANGUAGES: 'en,es' } })
})
afterAll(() => app.dispose())

test.each([
  ['easel', 'en', '/pricing', 'We can’t show this site right now', 'Easel'],
  ['portrait', 'es', '/es/pricing', 'No podemos mostrar este sitio en este momento', 'Portrait'],
])(
  '%s says in its own name and in %s that %s cannot be shown',
  async (brand, language, url, said, name) => {
    await sql`alter table sessions rename to sessions_away`.execute(app.db.kysely)
    try {
      const { statusCode, body } = await app.context.http!.inject({
        url,
        headers: {
          host: `${brand}.localhost`,
          accept: 'text/html',
          cookie: `accessToken=${'a'.repeat(40)}`,
        },
      })
      expect(statusCode).toBeGreaterThanOrEqual(500)
      expect(body).toContain(said)
      expect(/<title>([^<]*)/.exec(body)?.[1]).toContain(name)
      expect(/<main[^>]* lang="([^"]*)/.exec(body)?.[1]).toBe(language)
      expect(body).toContain(`href="${inLanguage('/', language)}"`)
      expect(body).not.toContain('sessions')
    } finally {
      await sql`alter table sessions_away rename to sessions`.execute(app.db.kysely)
    }
  },
)
