import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resizedImageUrl } from '#contract/values/resized-image.ts'
import type { StoredPicture } from '#server/domains/media/index.ts'
import { startMediaServer, type MediaServer } from '#tests/support/media-server.ts'

let server: MediaServer
beforeAll(async () => {
  server = await startMediaServer()
})
afterAll(() => server.dispose())

const get = (url: string, headers?: Record<string, string>) => server.get(url, headers)

describe('/media/', () => {
  it('sends a private picture to who has its signed address', async () => {
    const { url, bytes } = await server.storePicture()
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes),
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    const [, maxAge] =
      /^private, max-age=(\d+), immutable$/.exec(String(answer.headers['cache-control'])) ?? []
    expect(Number(maxAge)).toBeGreaterThanOrEqual(24 * 3600 - 5)
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(300)
  })

  it('answers 404 without a signature, with a wrong one and after its end', async () => {
    const { url, path } = await server.storePicture()
    const other = await server.storePicture()
    const wrong = [
      path,
      url.replace(/sig=.{4}/, 'sig=AAAA'),
      url.replace(/exp=\d+/, 'exp=99999999999'),
      `${other.path}${url.slice(url.indexOf('?'))}`,
      `${path}?exp=1&sig=`,
      `${url}&sig=second`,
    ]
    for (const address of wrong) {
      const answer = await get(address)
      expect([400, 404]).toContain(answer.statusCode)
      expect(answer.headers['x-error-code']).toMatch(/not_found|invalid/)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    vi.useFakeTimers({ now: Date.now() + 49 * 3600_000, toFake: ['Date'] })
    try {
      expect((await get(url)).statusCode).toBe(404)
    } finally {
      vi.useRealTimers()
    }
  })

  it('follows the owner: published under an address of its own, and not a moment longer', async () => {
    const { path, url, storageKey } = await server.storePicture()
    const id = server.publish({ imageKey: storageKey })
    const address = server.media.publicUrl({ id, file: 'image.png' })
    expect(address).toMatch(/^\/media\/public\/[\w-]{32}\/image\.png$/)
    const shown = await get(address)
    expect(shown.statusCode).toBe(200)
    expect(shown.headers['cache-control']).toBe('public, max-age=300')
    expect((await get(path)).statusCode).toBe(404)
    expect((await get(`/media/copies/${id}/plain-0-1.png`)).statusCode).toBe(404)
    for (const wrong of [
      address.replace(/\/[\w-]{32}\//, '/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/'),
      address.replace('image.png', 'video.mp4'),
      address.replace('image.png', 'image.jpg'),
      `${address}/more`,
      '/media/public/',
      '/media/public/x/image.png',
    ])
      expect((await get(wrong)).statusCode).toBe(404)
    server.published.delete(id)
    expect((await get(address)).statusCode).toBe(404)
    expect((await get(url)).statusCode).toBe(200)
    const again = server.publish({ imageKey: storageKey })
    expect((await get(server.media.publicUrl({ id: again, file: 'image.png' }))).statusCode).toBe(
      200,
    )
    expect((await get(address)).statusCode).toBe(404)
  })

  it('withdrawn while its copy is made, it is not shown and not kept', async () => {
    const { storageKey } = await server.storePicture()
    const id = server.publish({ imageKey: storageKey })
    const put = vi.spyOn(server.storage, 'put').mockImplementationOnce(async (key, body) => {
      put.mockRestore()
      await server.storage.put(key, body)
      server.published.delete(id)
      await server.media.forgetCopies([id])
      await server.storage.put(key, body)
    })
    expect((await get(server.media.publicUrl({ id, file: 'image.png' }))).statusCode).toBe(404)
    expect(await server.storage.list(`copies/${id}/`)).toEqual([])
  })

  it.each([
    '/media/../static/secret.txt',
    '/media/%2e%2e/static/secret.txt',
    '/media/..%2fstatic%2fsecret.txt',
    '/media/..%5cstatic%5csecret.txt',
    '/media//etc/passwd',
    '/media/%00',
    '/media/',
    '/media/.unfinished/x',
  ])('does not lead out of the store: %s', async (path) => {
    expect((await get(path)).statusCode).toBe(404)
  })

  it('sends ranges', async () => {
    const { url, bytes } = await server.storePicture()
    const whole = (await get(url)).rawPayload
    const middle = await get(url, { range: 'bytes=10-19' })
    expect(middle.statusCode).toBe(206)
    expect(middle.headers['content-range']).toBe(`bytes 10-19/${bytes}`)
    expect(middle.headers['content-length']).toBe('10')
    expect(middle.rawPayload).toEqual(whole.subarray(10, 20))
    const tail = await get(url, { range: 'bytes=-5' })
    expect(tail.rawPayload).toEqual(whole.subarray(-5))
    const beyond = await get(url, { range: `bytes=${bytes}-` })
    expect(beyond.statusCode).toBe(416)
    expect(beyond.headers['content-range']).toBe(`bytes */${bytes}`)
    const stale = await get(url, { range: 'bytes=0-1', 'if-range': '"old"' })
    expect(stale.statusCode).toBe(200)
  })

  it('answers 304 to who has it, and HEAD without a body', async () => {
    const { url, bytes } = await server.storePicture()
    const etag = String((await get(url)).headers['etag'])
    for (const known of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
      const answer = await get(url, { 'if-none-match': known })
      expect(answer.statusCode).toBe(304)
      expect(answer.body).toBe('')
      expect(answer.headers['etag']).toBe(etag)
    }
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    const head = await server.app.inject({ method: 'HEAD', url })
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-length']).toBe(String(bytes))
    expect(head.body).toBe('')
  })

  it('names a download, whatever the name holds', async () => {
    const { url } = await server.storePicture()
    const disposition = async (name: string): Promise<unknown> =>
      (await get(`${url}&download=${encodeURIComponent(name)}`)).headers['content-disposition']
    expect(await disposition('fox.png')).toBe(
      `attachment; filename="fox.png"; filename*=UTF-8''fox.png`,
    )
    expect(await disposition('Füchse "im" Schnee\r\nX: 1.png')).toBe(
      `attachment; filename="F_chse _im_ Schnee__X_ 1.png"; filename*=UTF-8''F%C3%BCchse%20_im_%20Schnee__X_%201.png`,
    )
    expect(await disposition('../../etc/passwd')).toBe(
      `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`,
    )
  })

  it('saves an image in another format and size, for who may see it', async () => {
    const { url, path } = await server.storePicture()
    const answer = await get(`${url}&download=fox.jpg&format=jpeg&edge=256&plain=1`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="fox.jpg"; filename*=UTF-8''fox.jpg`,
    })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 256 })
    expect((await get(`${path}?download=fox.jpg&format=jpeg`)).statusCode).toBe(404)
    for (const wrong of ['format=gif', 'edge=257', 'edge=-1', 'edge=1e9', 'plain=yes'])
      expect((await get(`${url}&download=fox.jpg&${wrong}`)).statusCode).toBe(400)
  })

  it('has nothing to send once an image is deleted, and deletes nothing else', async () => {
    const picture = await server.storePicture({ marked: true })
    const other = await server.storePicture({ marked: true })
    const variantsOf = ({ storageKey, markedStorageKey }: StoredPicture) =>
      Promise.all(
        [storageKey, markedStorageKey ?? ''].map((key) =>
          server.storage.list(`variants/media/${key}/`),
        ),
      )
    for (const { storageKey, markedStorageKey } of [picture, other]) {
      for (const key of [storageKey, markedStorageKey ?? '']) {
        const url = server.media.pictureUrl({ storageKey: key })
        expect((await get(resizedImageUrl({ url, width: 64 }))).statusCode).toBe(200)
      }
    }
    await server.media.deletePicture(picture)
    await server.media.deletePicture(picture)
    expect((await get(picture.url)).statusCode).toBe(404)
    expect((await get(resizedImageUrl({ url: picture.url, width: 64 }))).statusCode).toBe(404)
    await server.media.dispose()
    expect((await variantsOf(picture)).flat()).toHaveLength(0)
    expect((await variantsOf(other)).flat()).toHaveLength(2)
    expect((await get(other.url)).statusCode).toBe(200)
  })
})
