import { Button, Text } from '@mantine/core'
import { useDialogs } from '#web/lib/dialogs.ts'
import { formatCredits } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import classes from './banners.module.css'
import { useTexts } from './texts.ts'

/**
 * For people on the free plan, and for everybody on a narrow screen; not before their email is verified. An account that is limited
 * is offered nothing: the notice above says why, and how to ask back.
 */
export function CreditsBanner() {
  const t = useTexts()
  const { me, isLoggedIn, isPaid, canBuy } = useSession()
  const { show } = useDialogs()
  if (!me || !isLoggedIn || !me.email_verified) return null
  return (
    <section
      className={classes.credits}
      data-paid={isPaid || !canBuy || undefined}
      aria-label={t('creditsBanner.yourCredits')}
    >
      <Text fw={700} className="tabular">
        {formatCredits(me.credits)}
      </Text>
      {canBuy && isPaid && (
        <Button size="compact-sm" variant="light" onClick={() => show('credits')}>
          {t('menu.buyCredits')}
        </Button>
      )}
      {canBuy && !isPaid && (
        <>
          <Text className={classes.unlock}>{t('creditsBanner.unlockAllFeaturesAndGet')}</Text>
          <Button size="compact-sm" variant="light" onClick={() => show('upgrade')}>
            {t('creditsBanner.upgradeToGetMoreCredits')}
          </Button>
        </>
      )}
    </section>
  )
}
