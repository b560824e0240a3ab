import { ClaimedTrial } from '#web/features/trials/index.ts'
import { ResendLink } from '#web/features/accounts/index.ts'
import { useSession } from '#web/lib/session.ts'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import english from '#web/messages/en/pages/trial.json'
import { requireRegistered } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'
import { paths } from '#contract/paths.ts'
import type { Route } from './+types/trial.ts'

export const meta = metaOfPage(english, { noindex: true })

export function loader({ context, params }: Route.LoaderArgs): null {
  requireRegistered(context, paths.trial.link(params.id))
  return null
}

export default function Trial({ params }: Route.ComponentProps) {
  const { me } = useSession()
  return (
    <NarrowPage>
      <ClaimedTrial token={params.id} resendMail={me && <ResendLink email={me.email} />} />
    </NarrowPage>
  )
}
