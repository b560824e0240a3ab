import { Group, Stack, Text } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { ResendButton } from '../resend/resend-button.tsx'
import { pathOfKeptFiles } from '#web/lib/kept-files.ts'
import { SupportLink } from './support-link.tsx'
import { useGoOnOnceVerified } from '../lib/use-go-on-once-verified.ts'
import { useTexts } from '../texts.ts'

/** After registering: look into your mail. */
export function ThankYou({
  email,
  next,
  isPhotoKept,
  title,
}: {
  email: string
  /** Where the person goes on to once the address is confirmed, on whatever device. */
  next: string | undefined
  /** Whether the tried photo that brought them here has been claimed. */
  isPhotoKept: boolean
  title: ReactNode
}) {
  const t = useTexts()
  useGoOnOnceVerified({ next, atOnce: true })
  const box = useRef<HTMLDivElement>(null)
  // It takes the place of a long form, whose button may be far below.
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <Stack ref={box} tabIndex={-1} gap="md" aria-live="polite" style={{ outline: 'none' }}>
      <IconMailCheck size={40} stroke={1.5} aria-hidden="true" />
      {title}
      <Text>{t.rich('thankYou.sent', { email, b: <strong /> })}</Text>
      <Text>{t('thankYou.openTheLinkToVerify')}</Text>
      {isPhotoKept && <Text>{t('thankYou.trial')}</Text>}
      {pathOfKeptFiles() !== null && <Text>{t('thankYou.photoInTab')}</Text>}
      <Text c="dimmed" size="xs">
        {t.rich('thankYou.nothing', { support: <SupportLink /> })}
      </Text>
      <Group>
        <ResendButton email={email} next={next} />
      </Group>
    </Stack>
  )
}
