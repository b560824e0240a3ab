import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resizedImageUrl } from '#contract/values/resized-image.ts'
import { notFound } from '#server/platform/errors.ts'
import { startMediaServer, type MediaServer } from '#tests/support/media-server.ts'
import { makePng } from '#tests/support/pictures.ts'

let server: MediaServer
beforeAll(async () => {
  server = await startMediaServer()
})
afterAll(() => server.dispose())

const GOOD = { url: '/showcase/fox.png', width: '96' }

const get = (url: string, headers?: Record<string, string>) => server.get(url, headers)

describe('/img/', () => {
  it('makes an image smaller, in the type asked for, without its metadata', async () => {
    const { url } = await server.storePicture()
    const query = `url=${encodeURIComponent(url)}&width=96`
    for (const [extra, format] of [
      ['', 'jpeg'],
      ['&type=jpeg&quality=80&height=&sigma=', 'jpeg'],
      ['&type=webp', 'webp'],
      ['&type=png', 'png'],
    ]) {
      const answer = await get(`/img/?${query}${extra}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe(`image/${format}`)
      expect(answer.headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
      const metadata = await sharp(answer.rawPayload).metadata()
      expect(metadata).toMatchObject({ format, width: 96, height: 64 })
      expect([metadata.exif, metadata.comments]).toEqual([undefined, undefined])
      // How it came to be stays in every copy, and nothing else.
      expect(String(metadata.xmp)).toContain('digitalsourcetype/trainedAlgorithmicMedia')
      expect(answer.rawPayload.includes('a fox')).toBe(false)
    }
  })

  it('cuts to a height, never enlarges, and turns pictures upright', async () => {
    const { url } = await server.storePicture({ width: 300, height: 200 })
    const size = async (address: string): Promise<string> => {
      const { width, height } = await sharp((await get(address)).rawPayload).metadata()
      return `${width}x${height}`
    }
    expect(await size(resizedImageUrl({ url, width: 96, height: 96 }))).toBe('96x96')
    expect(await size(resizedImageUrl({ url, width: 2048 }))).toBe('300x200')
    expect(await size(resizedImageUrl({ url, width: 1024, height: 1024 }))).toBe('200x200')
    const sideways = await sharp(await makePng(300, 200))
      .withExif({ IFD0: {} })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    await server.storage.put('uploads/sideways.jpg', sideways)
    const upright = server.media.pictureUrl({ storageKey: 'uploads/sideways.jpg' })
    expect(await size(resizedImageUrl({ url: upright, width: 100 }))).toBe('100x150')
    expect(await size(resizedImageUrl({ url: upright, width: 1024, height: 1024 }))).toBe('200x200')
  })

  it('turns PNG files upright and puts their transparent parts on white', async () => {
    const sideways = await sharp(await makePng(300, 200))
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer()
    const clear = sharp({ create: { width: 96, height: 96, channels: 4, background: '#ff000000' } })
    await server.storage.put('uploads/sideways.png', sideways)
    await server.storage.put('uploads/clear.png', await clear.png().toBuffer())
    const variant = async (name: string): Promise<Sharp> => {
      const url = server.media.pictureUrl({ storageKey: `uploads/${name}` })
      return sharp((await get(resizedImageUrl({ url, width: 100 }))).rawPayload)
    }
    const { width, height } = await (await variant('sideways.png')).metadata()
    expect([width, height]).toEqual([100, 150])
    const { channels } = await (await variant('clear.png')).stats()
    expect(channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255])
  })

  it('heeds quality and blur', async () => {
    const { url } = await server.storePicture()
    const length = async (options: { quality?: number; sigma?: number }): Promise<number> =>
      (await get(resizedImageUrl({ url, width: 256, ...options }))).rawPayload.length
    const usual = await length({})
    expect(await length({ quality: 20 })).toBeLessThan(usual)
    expect(await length({ quality: 100 })).toBeGreaterThan(usual)
    expect(await length({ sigma: 20 })).toBeLessThan(usual)
  })

  it.each([
    [{ width: '96' }, 'url'],
    [{ url: GOOD.url }, 'width'],
    [{ ...GOOD, width: '' }, 'width'],
    [{ ...GOOD, width: '97' }, 'width'],
    [{ ...GOOD, width: '0' }, 'width'],
    [{ ...GOOD, width: '-96' }, 'width'],
    [{ ...GOOD, width: '96.0' }, 'width'],
    [{ ...GOOD, width: '1e2' }, 'width'],
    [{ ...GOOD, width: '99999999999' }, 'width'],
    [{ ...GOOD, height: '97' }, 'height'],
    [{ ...GOOD, quality: '0' }, 'quality'],
    [{ ...GOOD, quality: '101' }, 'quality'],
    [{ ...GOOD, quality: 'best' }, 'quality'],
    [{ ...GOOD, type: 'avif' }, 'type'],
    [{ ...GOOD, type: 'svg' }, 'type'],
    [{ ...GOOD, sigma: '0.2' }, 'sigma'],
    [{ ...GOOD, sigma: '51' }, 'sigma'],
    [{ ...GOOD, sigma: 'NaN' }, 'sigma'],
    [{ ...GOOD, crop: 'smart' }, 'crop'],
    [{ ...GOOD, url: '' }, 'url'],
    [{ ...GOOD, url: 'https://elsewhere.example/a.png' }, 'url'],
    [{ ...GOOD, url: 'https://slow.example/a.png' }, 'url'],
    [{ ...GOOD, url: 'https://images.example@elsewhere.example/a.png' }, 'url'],
    [{ ...GOOD, url: 'https://user:pass@images.example/a.png' }, 'url'],
    [{ ...GOOD, url: '//elsewhere.example/a.png' }, 'url'],
    [{ ...GOOD, url: '/\\elsewhere.example/a.png' }, 'url'],
    [{ ...GOOD, url: 'file:///etc/passwd' }, 'url'],
    [{ ...GOOD, url: 'data:image/png;base64,AAAA' }, 'url'],
    [{ ...GOOD, url: 'showcase/fox.png' }, 'url'],
  ] as const)('names what is wrong: %j', async (query, field) => {
    const answer = await get(`/img/?${new URLSearchParams(query).toString()}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['x-error-code']).toBe('invalid')
    expect(Object.keys(answer.json<object>())).toEqual([field])
    expect(server.fetchPicture).not.toHaveBeenCalled()
  })

  it.each([
    ['quality', '-1', 'Ensure this value is greater than or equal to 1.'],
    ['quality', '8000', 'Ensure this value is less than or equal to 100.'],
    ['quality', '8.5', 'A valid integer is required.'],
    ['sigma', '-1', 'Ensure this value is greater than or equal to 0.3.'],
    ['sigma', '99999', 'Ensure this value is less than or equal to 50.'],
    ['sigma', 'much', 'A valid number is required.'],
  ])('says what is wrong with a number: %s=%s', async (field, value, message) => {
    const query = new URLSearchParams({ ...GOOD, [field]: value })
    const answer = await get(`/img/?${query.toString()}`)
    expect([answer.statusCode, answer.json()]).toEqual([400, { [field]: [message] }])
  })

  it('refuses a parameter that is given twice', async () => {
    const answer = await get('/img/?url=/showcase/fox.png&width=96&width=64')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ width: ['Not a valid string.'] })
  })

  it('checks the signature of a private picture inside url', async () => {
    const { url, path } = await server.storePicture()
    const address = (inner: string) => resizedImageUrl({ url: inner, width: 96 })
    expect((await get(address(url))).statusCode).toBe(200)
    await server.media.dispose()
    // The variant is stored by now, which must not help.
    expect((await get(address(path))).statusCode).toBe(404)
    expect((await get(address(url.replace(/sig=.{4}/, 'sig=AAAA')))).statusCode).toBe(404)
    expect((await get(address(`https://atelier.example${url}`))).statusCode).toBe(200)
  })

  it('makes variants of a public copy, which keep its label, until it is withdrawn', async () => {
    const { storageKey } = await server.storePicture()
    const id = server.publish({ imageKey: storageKey })
    const address = resizedImageUrl({
      url: server.media.publicUrl({ id, file: 'image.png' }),
      width: 96,
    })
    const shown = await get(address)
    expect(shown.headers['cache-control']).toBe('public, max-age=300')
    const { xmp } = await sharp(shown.rawPayload).metadata()
    expect(String(xmp)).toContain('digitalsourcetype/trainedAlgorithmicMedia')
    expect(shown.rawPayload.includes('a fox')).toBe(false)
    await server.media.dispose()
    expect(await server.storage.list(`variants/media/copies/${id}/`)).toHaveLength(1)
    server.published.delete(id)
    await server.media.forgetCopies([id])
    expect((await get(address)).statusCode).toBe(404)
    expect(await server.storage.list(`variants/media/copies/${id}/`)).toEqual([])
    expect(await server.storage.list(`copies/${id}/`)).toEqual([])
  })

  it('takes the files of the app and nothing beside them', async () => {
    const address = (inner: string) => resizedImageUrl({ url: inner, width: 64 })
    const fox = await get(address('/showcase/fox.png'))
    expect(fox.statusCode).toBe(200)
    expect(fox.headers['cache-control']).toBe('public, max-age=86400')
    for (const path of [
      '/showcase/none.png',
      '/secret.txt',
      '/../outside.png',
      '/%2e%2e/outside.png',
      '/..%2foutside.png',
      '/showcase/..%2f..%2foutside.png',
      '/',
      '/api/users/me/',
      '/img/?url=x',
    ]) {
      expect((await get(address(path))).statusCode).toBe(404)
    }
  })

  it('takes pictures of listed hosts, once', async () => {
    const remote = await makePng(200, 200)
    server.fetchPicture.mockResolvedValue(remote)
    const url = resizedImageUrl({ url: 'https://images.example/a.png?v=1', width: 64 })
    for (let i = 0; i < 3; i++) expect((await get(url)).statusCode).toBe(200)
    expect(server.fetchPicture).toHaveBeenCalledOnce()
    expect(server.fetchPicture.mock.calls[0]?.[0]).toBe('https://images.example/a.png?v=1')
    server.fetchPicture.mockRejectedValueOnce(notFound())
    const broken = resizedImageUrl({ url: 'https://slow.example:8443/b.png', width: 64 })
    expect((await get(broken)).statusCode).toBe(404)
    server.fetchPicture.mockRejectedValueOnce(new Error('connection reset'))
    expect((await get(broken)).statusCode).toBe(502)
    expect((await get(broken)).statusCode).toBe(200)
  })

  it('refuses what is no picture, is damaged or has too many pixels', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>',
    )
    const bomb = await sharp({
      create: { width: 10_100, height: 10_000, channels: 3, background: '#000' },
    })
      .png({ compressionLevel: 1 })
      .toBuffer()
    const files = {
      svg,
      cut: (await makePng(300, 300)).subarray(0, 500),
      empty: Buffer.alloc(0),
      bomb,
    }
    for (const [name, data] of Object.entries(files)) {
      await server.storage.put(`uploads/${name}.png`, data)
      const url = server.media.pictureUrl({ storageKey: `uploads/${name}.png` })
      const answer = await get(resizedImageUrl({ url, width: 64 }))
      expect(answer.statusCode).toBe(400)
      expect(Object.keys(answer.json<object>())).toEqual(['url'])
    }
  })

  it('has one address a variant: the same tag, 304 to who has it', async () => {
    const { url } = await server.storePicture()
    const address = resizedImageUrl({ url, width: 128 })
    const first = await get(address)
    await server.media.dispose()
    const second = await get(address)
    expect(second.rawPayload).toEqual(first.rawPayload)
    expect(second.headers['etag']).toBe(first.headers['etag'])
    const etag = String(first.headers['etag'])
    expect((await get(address, { 'if-none-match': etag })).statusCode).toBe(304)
    const wider = await get(resizedImageUrl({ url, width: 160 }))
    expect(wider.headers['etag']).not.toBe(etag)
  })

  it('makes a variant once for many who ask at the same time', async () => {
    const { url, storageKey } = await server.storePicture()
    const read = vi.spyOn(server.storage, 'read')
    const address = resizedImageUrl({ url, width: 192 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(address)))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(read.mock.calls.filter(([key]) => key === storageKey)).toHaveLength(1)
    read.mockRestore()
  })

  it('serves a variant again without the store, until its image is deleted', async () => {
    const picture = await server.storePicture()
    const address = resizedImageUrl({ url: picture.url, width: 64 })
    const first = await get(address)
    await server.media.dispose()
    await get(address)
    const read = vi.spyOn(server.storage, 'read')
    expect((await get(address)).rawPayload).toEqual(first.rawPayload)
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
    await server.media.deletePicture(picture)
    expect((await get(address)).statusCode).toBe(404)
  })

  it('keeps at most 100 variants of an image and still makes others', async () => {
    const { url, storageKey } = await server.storePicture({ width: 64, height: 64 })
    for (let quality = 1; quality <= 100; quality++) {
      await get(resizedImageUrl({ url, width: 32, quality }))
      await server.media.dispose()
    }
    const another = await get(resizedImageUrl({ url, width: 48 }))
    expect(another.statusCode).toBe(200)
    await server.media.dispose()
    expect(await server.storage.list(`variants/media/${storageKey}/`)).toHaveLength(100)
  })

  it('leaves no variant behind when its original is deleted while it is made', async () => {
    for (let round = 0; round < 5; round++) {
      const picture = await server.storePicture()
      const widths = [32, 64, 96, 128] as const
      const asked = widths.map((width) => get(resizedImageUrl({ url: picture.url, width })))
      const deleted = server.media.deletePicture(picture)
      await Promise.all([...asked, deleted])
      await server.media.dispose()
      expect(await server.storage.list(`variants/media/${picture.storageKey}/`)).toEqual([])
    }
  })

  it('still answers when the variant cannot be stored', async () => {
    const { url } = await server.storePicture()
    const put = vi.spyOn(server.storage, 'put').mockRejectedValue(new Error('full'))
    const answer = await get(resizedImageUrl({ url, width: 240 }))
    expect(answer.statusCode).toBe(200)
    await server.media.dispose()
    put.mockRestore()
  })
})
