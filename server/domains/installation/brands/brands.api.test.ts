import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brandFiles, brandInLanguage, showBrands, shownBrands } from '#brands/index.ts'
import { api } from '#contract/index.ts'
import { SiteConfiguration } from '#contract/site.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { ROLES: 'web' } })
  admin = await newAdmin(app)
})
afterAll(async () => {
  await app.dispose()
  showBrands(brandFiles)
})

const change = (body: { name?: string | null; accent?: string | null }) =>
  admin.call(api.adminBrands.change, { params: { id: 'atelier' }, body })
const page = async () => (await fetch(`${app.url}/faq?again=${Math.random()}`)).text()
const send = (file: Buffer) => {
  const body = new FormData()
  body.set('image', new Blob([new Uint8Array(file)]), 'logo.png')
  return admin.call(api.adminBrands.changeLogo, { params: { id: 'atelier' }, body })
}

describe('what an administrator changes of a brand', () => {
  it('is on pages, in the API and in mails, and goes back by one step', async () => {
    expect(await change({ name: 'My Studio', accent: '#FFEE00' })).toMatchObject({
      name: 'My Studio',
      accent: '#ffee00',
      changed: ['name', 'accent'],
      defaults: { name: 'Atelier' },
      can_undo: true,
    })
    expect(await app.call(api.site.configuration, {})).toMatchObject({ siteName: 'My Studio' })
    await admin.call(api.adminSettings.test, { body: { what: 'mail' } })
    expect((await mailsTo(app, admin.email)).at(-1)).toMatchObject({
      subject: 'Test email of My Studio',
    })
    const undone = await admin.call(api.adminBrands.undo, { params: { id: 'atelier' }, body: {} })
    expect(undone).toMatchObject({ name: 'Atelier', changed: [] })
    expect(await change({ name: 'Another' })).toMatchObject({ name: 'Another', changed: ['name'] })
    expect(await change({ name: null })).toMatchObject({ name: 'Atelier' })
  })

  it('is shown by rendered pages', async () => {
    await change({ name: 'Paper Moon', accent: '#ffee00' })
    const html = await page()
    expect(html).toContain('Paper Moon')
    expect(html).toContain('--mantine-color-accent-7')
    await change({ name: null, accent: null })
  })

  it('is refused with a reason, and not there for a brand that is none', async () => {
    await expect(change({ accent: 'yellow' })).rejects.toMatchObject({
      body: { accent: ['Enter a color like #3366cc.'] },
    })
    await expect(
      admin.call(api.adminBrands.change, { params: { id: 'none' }, body: { name: 'X' } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      admin.call(api.adminBrands.undo, { params: { id: 'portrait' }, body: {} }),
    ).rejects.toMatchObject({ status: 409 })
  })
})

describe('what a brand says and offers', () => {
  const changeEasel = (
    body: Parameters<typeof admin.call<typeof api.adminBrands.change>>[1]['body'],
  ) => admin.call(api.adminBrands.change, { params: { id: 'easel' }, body })
  /** Asked for under another name, which `fetch` would not send. */
  const siteOf = (host: string) =>
    new Promise<SiteConfiguration>((resolve, reject) => {
      get(`${app.url}/api/site_configuration/`, { headers: { host } }, (answer) => {
        text(answer).then((body) => resolve(SiteConfiguration.parse(JSON.parse(body))), reject)
      }).on('error', reject)
    })
  const shown = (language: string) => {
    const brand = shownBrands().find(({ id }) => id === 'easel')!
    return brandInLanguage(brand, language)
  }

  it('is said in both languages, and goes back as a whole', async () => {
    const { results } = await admin.call(api.adminBrands.list, {})
    const { texts } = results.find(({ id }) => id === 'easel')!.content
    expect(texts.es.hero_action).toBe('Elegir una foto')
    const next = {
      en: { ...texts.en, hero_title: 'Photos for my town' },
      es: { ...texts.es, hero_title: 'Fotos para mi pueblo' },
    }
    const banner = {
      text: { en: 'Closed on Sunday', es: 'Cerrado el domingo' },
      from: '2020-01-01T00:00:00Z',
      until: '2999-01-01T00:00:00Z',
    }
    const links = [
      { label: { en: 'Our shop', es: 'Nuestra tienda' }, link: 'https://shop.example/' },
    ]
    await changeEasel({ texts: next, banner, links })
    expect(shown('en').hero.title).toBe('Photos for my town')
    expect(shown('es')).toMatchObject({
      hero: { title: 'Fotos para mi pueblo' },
      banner: { text: 'Cerrado el domingo' },
      links: { title: 'Más', links: [{ label: 'Nuestra tienda' }] },
    })
    expect(shown('es')).not.toHaveProperty('inLanguage')
    await admin.call(api.adminBrands.undo, { params: { id: 'easel' }, body: {} })
    expect(shown('es').hero.title).not.toBe('Fotos para mi pueblo')
  })

  it('decides menus, counters, operator and support', async () => {
    await changeEasel({
      hosts: ['paint.example.net'],
      features: ['text_to_image'],
      sections: ['tools', 'closing'],
      counters: 'off',
      operator: { name: 'Ada Example Ltd', address: ['Main Street 1'] },
      support: 'mailto:help@easel.example',
    })
    const easel = shown('en')
    const configured = await siteOf('paint.example.net')
    expect(configured).toMatchObject({
      allowedFeatures: ['text_to_image'],
      counters: null,
      operator: { name: 'Ada Example Ltd' },
      support: 'mailto:help@easel.example',
    })
    expect(JSON.stringify(configured.footer)).not.toContain('/tools/img-editor')
    expect(easel.sections).toEqual(['tools', 'closing'])
  })

  it('is not written over by who read it before, nor taken back', async () => {
    const read = async () =>
      (await admin.call(api.adminBrands.list, {})).results.find(({ id }) => id === 'easel')!
    const { changed_at: seen } = await read()
    const banner = (says: string) => ({
      text: { en: says, es: says },
      from: '2020-01-01T00:00:00Z',
      until: '2999-01-01T00:00:00Z',
    })
    const both = await Promise.allSettled([
      changeEasel({ banner: banner('Mine'), changed_at: seen }),
      changeEasel({ banner: banner('Theirs'), changed_at: seen }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const params = { id: 'easel' }
    await expect(
      admin.call(api.adminBrands.undo, { params, body: { changed_at: seen } }),
    ).rejects.toMatchObject({ code: 'conflict' })
    const now = await read()
    await admin.call(api.adminBrands.undo, { params, body: { changed_at: now.changed_at } })
    expect((await read()).content.banner).not.toEqual(now.content.banner)
  })

  it('has hosts that no other brand has', async () => {
    await changeEasel({ hosts: ['paint.example.com'] })
    await expect(
      admin.call(api.adminBrands.change, {
        params: { id: 'portrait' },
        body: { hosts: ['paint.example.com'] },
      }),
    ).rejects.toMatchObject({ body: { hosts: [expect.stringContaining('paint.example.com')] } })
    await expect(changeEasel({ hosts: ['https://paint.example.com'] })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('a logo', () => {
  it('is redrawn, served under its hash, and gone once nothing names it', async () => {
    const { logo } = await send(await makePng(300, 200))
    expect(logo).toMatch(/^\/brand-logo\/[0-9a-f]{32}\.png$/)
    const answer = await fetch(`${app.url}${logo}`)
    expect(answer.headers.get('content-type')).toBe('image/png')
    const drawn = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect(drawn).toMatchObject({ format: 'png', width: 512, height: 512 })
    expect(await page()).toContain(logo)
    await admin.call(api.adminBrands.removeLogo, { params: { id: 'atelier' } })
    // One step back would show it again.
    expect((await fetch(`${app.url}${logo}`)).status).toBe(200)
    await change({ name: 'Another' })
    expect((await fetch(`${app.url}${logo}`)).status).toBe(404)
  })

  it('is a PNG', async () => {
    const jpeg = await sharp(await makePng(64, 64))
      .jpeg()
      .toBuffer()
    for (const file of [jpeg, Buffer.from('<svg/>')])
      await expect(send(file)).rejects.toMatchObject({ body: { image: [expect.any(String)] } })
  })
})
