import { useSearchParams } from 'react-router'
import { ResetPassword } from '#web/features/accounts/index.ts'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import english from '#web/messages/en/pages/reset-password.json'
import { metaOfPage } from '../meta-of.ts'

export const meta = metaOfPage(english, { noindex: true })

export default function Page() {
  const [search] = useSearchParams()
  return (
    <NarrowPage>
      <ResetPassword uid={search.get('uid')} token={search.get('token')} />
    </NarrowPage>
  )
}
