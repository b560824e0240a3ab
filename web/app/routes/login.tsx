import { LoginPanel } from '#web/features/accounts/index.ts'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import english from '#web/messages/en/pages/login.json'
import { redirectSignedIn } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/login.ts'

export const meta = metaOfPage(english)

export async function loader({ request, context }: Route.LoaderArgs): Promise<null> {
  await redirectSignedIn(request, context)
  return null
}

export default function Page() {
  return (
    <NarrowPage>
      <LoginPanel headingOrder={1} />
    </NarrowPage>
  )
}
