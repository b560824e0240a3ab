import type { Store } from '../store.ts'
import { ApiError } from '../wire/api-error.ts'
import { ID_PREFIXES, type Kind } from '../object-types.ts'
import { listOf } from '../wire/list.ts'

type Json = Record<string, unknown>

const KINDS = Object.entries(ID_PREFIXES)
  // `sub_sched_` before `sub_`.
  .toSorted(([, a], [, b]) => b.length - a.length) as [Kind, string][]

function kindOf(id: string): Kind | undefined {
  return KINDS.find(([, prefix]) => id.startsWith(`${prefix}_`))?.[0]
}

/** Lists that an object has only when they are asked for. */
const LISTS: Record<string, (store: Store, object: Json) => Promise<unknown>> = {
  'checkout.session.line_items': async (store, { id }) => {
    const session = await store.get('checkout.session', String(id))
    return listOf(
      store.hidden(session).lineItems ?? [],
      `/v1/checkout/sessions/${session.id}/line_items`,
    )
  },
  'invoice.payments': async (store, { id }) => {
    const { data } = await store.list('invoice_payment', { where: { invoice: id } })
    return listOf(structuredClone(data), `/v1/invoice_payments?invoice=${String(id)}`)
  },
  'charge.refunds': async (store, { id }) => {
    const { data } = await store.list('refund', { where: { charge: id } })
    return listOf(structuredClone(data), `/v1/charges/${String(id)}/refunds`)
  },
  'customer.subscriptions': async (store, { id }) => {
    const { data } = await store.list('subscription', { where: { customer: id } })
    const live = data.filter(({ status }) => status !== 'canceled')
    return listOf(structuredClone(live), `/v1/customers/${String(id)}/subscriptions`)
  },
}

async function load(store: Store, id: string): Promise<unknown> {
  const kind = kindOf(id)
  const object = kind && (await store.find(kind, id))
  return object ? structuredClone(object) : id
}

async function expandPath(
  store: Store,
  value: unknown,
  path: string[],
  whole: string,
): Promise<void> {
  const [name, ...rest] = path
  if (name === undefined || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const inner of value) await expandPath(store, inner, path, whole)
    return
  }
  const object = value as Json
  const list = LISTS[`${String(object['object'])}.${name}`]
  if (list && (object[name] === undefined || object[name] === null)) {
    object[name] = await list(store, object)
  }
  if (!(name in object)) {
    throw new ApiError(`This property cannot be expanded (${whole}).`, { param: 'expand' })
  }
  const found = object[name]
  if (typeof found === 'string') object[name] = await load(store, found)
  if (Array.isArray(found)) {
    object[name] = await Promise.all(
      found.map((inner: unknown) => (typeof inner === 'string' ? load(store, inner) : inner)),
    )
  }
  await expandPath(store, object[name], rest, whole)
}

/**
 * Replaces ids by their objects, along paths such as `data.latest_invoice.payments`.
 * @returns a copy
 * @throws {ApiError} a path that leads nowhere
 */
export async function expandAnswer(
  store: Store,
  answer: unknown,
  paths: readonly string[],
): Promise<unknown> {
  const copy: unknown = structuredClone(answer)
  for (const path of paths) await expandPath(store, copy, path.split('.'), path)
  return copy
}
