import { ForgotPassword } from '#web/features/accounts/index.ts'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import english from '#web/messages/en/pages/forgot-password.json'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/forgot-password.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, english, { noindex: true })

export default function Page() {
  return (
    <NarrowPage>
      <ForgotPassword />
    </NarrowPage>
  )
}
