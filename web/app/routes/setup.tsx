import { Skeleton } from '@mantine/core'
import { loadSecondFactor } from '#web/features/accounts/index.ts'
import { SetupPage, setupTextsIn } from '#web/features/admin/index.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { languageIn, pageMeta } from '#web/lib/page-meta.ts'
import { meContext, serverRequestContext } from '#web/lib/server-context.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import type { Route } from './+types/setup.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: setupTextsIn(languageIn(matches))('title'), noindex: true })

/** For administrators, and for whoever has the printed token while there is none; to others it is not there. */
export async function loader({
  request,
  context,
}: Route.LoaderArgs): Promise<{ token: string | null }> {
  if (context.get(meContext)?.is_admin === true) return { token: null }
  const token = new URL(request.url).searchParams.get('token')
  if (token === null || token === '') throw new Response(null, { status: 404 })
  try {
    await context.get(serverRequestContext).call(api.setup.check, { body: { token } })
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw new Response(null, { status: 404 })
    throw error
  }
  return { token }
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return (
    <SetupPage
      token={loaderData.token}
      renderSecondFactor={(footer) => (
        <Deferred load={loadSecondFactor} props={{ footer }} fallback={<Skeleton h={80} />} />
      )}
    />
  )
}
