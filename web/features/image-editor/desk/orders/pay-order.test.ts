import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSpendRequest } from '#web/lib/spend-request.ts'
import { OtherPrice, payOrder } from './pay-order.ts'

const REQUEST = { type: 'RO' as const, image: 'image', mask: 'mask' }
const BALANCE = 500

/** Paths that were asked for, in order, with what was sent. */
const sent: { path: string; body: Record<string, unknown> }[] = []
let cost = 1

const answer = (body: unknown, status = 201): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('window', { location: { href: 'https://atelier.example/tools/img-editor' } })
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push({ path: url, body: JSON.parse(body as string) as Record<string, unknown> })
    const quote = { id: 'quote', cost, balance: BALANCE, money: null, lines: [] }
    return answer(url.endsWith('/quotes/') ? quote : { id: 'job' })
  })
})
afterEach(() => vi.unstubAllGlobals())

const paths = () => sent.map(({ path }) => path)
const ask = async () => vi.waitFor(() => expect(useSpendRequest.getState().answer).not.toBeNull())

describe('an order of the photo editor', () => {
  it('of 100 credits is paid at once, with the quote', async () => {
    cost = 100
    expect(await payOrder(REQUEST, 100)).toMatchObject({ id: 'job' })
    expect(sent[1]).toEqual({
      path: '/api/inference_jobs/',
      body: { ...REQUEST, quote: 'quote' },
    })
  })

  it('of more is summed up and asked about once, and nothing is ordered before or after a no', async () => {
    cost = 101
    const paying = payOrder(REQUEST, 101)
    await ask()
    expect(paths()).toEqual(['/api/quotes/'])
    expect(useSpendRequest.getState().spending?.quote).toMatchObject({ cost, balance: BALANCE })
    useSpendRequest.getState().answer?.(false)
    expect(await paying).toBeNull()
    expect(paths()).toEqual(['/api/quotes/'])
  })

  it('of more is ordered after a yes', async () => {
    cost = 101
    const paying = payOrder(REQUEST, 101)
    await ask()
    useSpendRequest.getState().answer?.(true)
    expect(await paying).toMatchObject({ id: 'job' })
    expect(paths()).toEqual(['/api/quotes/', '/api/inference_jobs/'])
    expect(useSpendRequest.getState().spending).toBeNull()
  })

  it('of another price than the button promised is neither asked about nor ordered', async () => {
    cost = 120
    await expect(payOrder(REQUEST, 110)).rejects.toEqual(new OtherPrice(120))
    expect(paths()).toEqual(['/api/quotes/'])
  })
})
