import { expect, it, vi } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { createSentPicture, uploadOf } from './sent-picture.ts'

const refusal = (status: number) => new ApiError({ status, header: () => null, body: null })

function create(uploadId: string | null = null) {
  let sent = 0
  const send = vi.fn<() => Promise<string>>(async () => `copy ${++sent}`)
  const remove = vi.fn<(id: string) => Promise<null>>(async () => null)
  return { send, remove, picture: createSentPicture(uploadId, { send, remove }) }
}
const echo = async (id: string) => id
const refuse = (status: number) => () => Promise.reject(refusal(status))

it('sends a picture once, and again only where it has gone', async () => {
  const { send, picture } = create()
  const both = await Promise.all([picture.ask(echo), picture.ask(echo)])
  expect(both).toEqual(['copy 1', 'copy 1'])
  for (const status of [429, 503, 500])
    await expect(picture.ask(refuse(status))).rejects.toMatchObject({ status })
  await expect(picture.ask(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(await picture.ask(echo)).toBe('copy 1')
  await expect(picture.ask(refuse(404))).rejects.toMatchObject({ status: 404 })
  expect(await picture.ask(echo)).toBe('copy 2')
  expect(send).toHaveBeenCalledTimes(2)
})

it('sends it with the next press where it could not be sent', async () => {
  const { send, picture } = create()
  send.mockRejectedValueOnce(new Error('offline'))
  await expect(picture.ask(echo)).rejects.toThrow('offline')
  expect(await picture.ask(echo)).toBe('copy 1')
})

it('sends nothing of a picture that is an upload, as long as that is there', async () => {
  const { send, remove, picture } = create('upload')
  expect(await picture.ask(echo)).toBe('upload')
  picture.leave()
  expect(await picture.ask(echo)).toBe('upload')
  expect(remove).not.toHaveBeenCalled()
  await expect(picture.ask(refuse(404))).rejects.toMatchObject({ status: 404 })
  expect(send).not.toHaveBeenCalled()
  expect(await picture.ask(echo)).toBe('copy 1')
})

it('tells which pictures are uploads that can be looked at', () => {
  const picture = { id: 'it', url: '/it', width: 4000, height: 3000, expires_at: '2030-01-01' }
  expect(uploadOf(picture)).toBe('it')
  expect(uploadOf({ ...picture, expires_at: null })).toBeNull()
  expect(uploadOf({ ...picture, width: 10_000 })).toBeNull()
})

it('removes what was sent when it is left, after what is asked', async () => {
  const { remove, picture } = create()
  picture.leave()
  const answer = Promise.withResolvers<string>()
  const asked = picture.ask(() => answer.promise)
  picture.leave()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(remove).not.toHaveBeenCalled()
  answer.resolve('seen')
  expect(await asked).toBe('seen')
  await vi.waitFor(() => expect(remove.mock.calls).toEqual([['copy 1']]))
})
