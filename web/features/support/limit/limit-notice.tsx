import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Me } from '#contract/users.ts'
import { ObjectionDialog } from './objection-dialog.tsx'
import classes from './limit-notice.module.css'
import { useTexts } from './texts.ts'

/** Across the top of every page while an account is limited: why, what it still does, and the way to ask back. */
export function LimitNotice({ limited: { reason } }: { limited: NonNullable<Me['limited']> }) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <aside className={classes.notice} aria-label={t('title')}>
      <span className={classes.text}>{t.rich('text', { reason, b: <strong /> })}</span>
      <Button size="sm" h={44} variant="default" onClick={() => setOpen(true)}>
        {t('ask')}
      </Button>
      {isOpen && <ObjectionDialog onClose={() => setOpen(false)} />}
    </aside>
  )
}
