import { iconOf } from '#brands/index.ts'
import { brandContext } from '#web/lib/server-context.ts'
import { paths } from '#contract/paths.ts'
import type { Route } from './+types/manifest.ts'

/** The web app manifest under the name of the brand that was asked. */
export function loader({ context }: Route.LoaderArgs): Response {
  const brand = context.get(brandContext)
  const { id, name, description, logo } = brand
  const manifest = {
    name,
    short_name: name,
    description,
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#0f0e13',
    theme_color: '#0f0e13',
    share_target: {
      action: paths.share.pattern,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'image', accept: ['image/*'] }] },
    },
    icons: [
      ...(logo === undefined
        ? [{ src: `/icons/${id}.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]
        : []),
      { src: iconOf(brand, '192'), sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: iconOf(brand, '512'), sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: iconOf(brand, 'maskable'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
  return Response.json(manifest, {
    headers: {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
