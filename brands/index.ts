import { atelier } from './atelier.ts'
import type { Brand } from './brand.ts'
import { easel } from './easel.ts'
import { portrait } from './portrait.ts'

export type { Brand } from './brand.ts'

export const brands: readonly Brand[] = [atelier, easel, portrait]

/**
 * The brand that answers at a host; an unknown host gets the default one.
 * @param host value of the Host header, with or without port
 */
export function brandOfHost(host: string): Brand {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return (
    brands.find((brand) => brand.hosts.includes(name) || name === `${brand.id}.localhost`) ??
    atelier
  )
}
