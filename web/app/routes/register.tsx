import { RegisterPanel } from '#web/features/accounts/index.ts'
import { api } from '#web/lib/api.ts'
import { trialOf } from '#web/lib/claim-trial.ts'
import { nextPathOf } from '#web/lib/safe-path.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import english from '#web/messages/en/pages/register.json'
import { redirectSignedIn } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/register.ts'

export const meta = metaOfPage(english)

export async function loader({ request, url, context }: Route.LoaderArgs): Promise<boolean> {
  await redirectSignedIn(request, context)
  const token = trialOf(nextPathOf(url.searchParams) ?? undefined)
  if (token === undefined) return false
  const { call } = context.get(serverRequestContext)
  return call(api.trials.read, { params: { token } }).then(
    () => true,
    () => false,
  )
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return (
    <NarrowPage>
      <RegisterPanel isPhotoKept={loaderData} />
    </NarrowPage>
  )
}
