import type { RouterContextProvider } from 'react-router'
import { type Brand, brandFiles } from '#brands/index.ts'
import { brandContext, serverRequestContext } from '#web/lib/server-context.ts'

const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * Where a brand is at home, whatever host its visitor came by: at the first of its own hosts; the default brand at the address of the
 * settings, unless that is this machine's own.
 */
export function originOfBrand(
  { id, hosts }: Pick<Brand, 'id' | 'hosts'>,
  { asked, publicUrl }: { asked: string; publicUrl: string },
): string {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const [own] = hosts
  if (own !== undefined) return `${protocol}//${own}`
  return id === brandFiles[0].id && !LOOPBACK.test(hostname) ? origin : new URL(asked).origin
}

/** As {@link originOfBrand}, of the brand that was asked. */
export const siteOrigin = (request: Request, context: Readonly<RouterContextProvider>): string =>
  originOfBrand(context.get(brandContext), {
    asked: request.url,
    publicUrl: context.get(serverRequestContext).publicUrl,
  })
