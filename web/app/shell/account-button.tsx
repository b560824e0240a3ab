import type { Me } from '#contract/users.ts'
import { useSession } from '#web/lib/session.ts'
import { AccountAvatar } from './account-avatar.tsx'
import { DeferredMenu, type TakenOver } from '#web/ui/deferred-menu.tsx'
import classes from './header.module.css'
import { useTexts } from './texts.ts'

async function loadMenu() {
  const { AccountMenu } = await import('./account-menu.tsx')
  return function MenuOfPerson(taken: TakenOver) {
    const { me } = useSession()
    return me && <AccountMenu me={me} {...taken} />
  }
}

/** The person's initial, with the account's menu behind it. */
export function AccountButton({ me }: { me: Me }) {
  const t = useTexts()
  return (
    <DeferredMenu
      load={loadMenu}
      props={{}}
      label={t('menu.yourAccount')}
      className={classes.avatar}
    >
      <AccountAvatar me={me} />
    </DeferredMenu>
  )
}
