import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { useSite } from '#web/lib/site.ts'
import type { DataClass, Recipients } from '../lib/choice.ts'
import { useTexts } from '../texts.ts'
import classes from './privacy-bar.module.css'

/**
 * Asks what may be told to whom, at the foot of the window; the page can be used meanwhile. Yes and no look the same: neither is
 * pushed.
 */
export function PrivacyBar({
  recipients,
  choose,
}: {
  recipients: Recipients
  choose(allowed: Partial<Record<DataClass, boolean>>): void
}) {
  const t = useTexts()
  const { brand } = useSite()
  const { show } = useDialogs()
  const asks = [
    recipients.statistics && t('bar.statistics', { hosts: recipients.statistics.join(', ') }),
    recipients.support && t('bar.support', { hosts: recipients.support.join(', ') }),
  ].filter(Boolean)
  return (
    <section className={classes.bar} aria-label={t('bar.label')}>
      <h2>{t('bar.title')}</h2>
      <p>
        {t('bar.text', { name: brand.name })} {asks.join(' ')}{' '}
        <Anchor component={Link} to={paths.privacy.link()} inherit underline="always">
          {t('bar.policy')}
        </Anchor>
      </p>
      <div className={classes.answers}>
        <Button size="sm" onClick={() => choose({ statistics: true, support: true })}>
          {t('bar.all')}
        </Button>
        <Button size="sm" onClick={() => choose({ statistics: false, support: false })}>
          {t('bar.necessary')}
        </Button>
        <Button size="sm" variant="default" onClick={() => show('privacy')}>
          {t('bar.choose')}
        </Button>
      </div>
    </section>
  )
}
