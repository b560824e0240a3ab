import { Alert, Anchor, Button, Flex, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Page } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useBilling } from '../lib/use-billing.ts'
import { DueNotice } from './due-notice.tsx'
import { useTexts } from '../texts.ts'

function Ways({ children }: { children?: ReactNode }) {
  const t = useTexts()
  return (
    // Below one another on a phone, where the button of the chat lies over the right end of the line.
    <Flex
      direction={{ base: 'column', xs: 'row' }}
      align={{ base: 'flex-start', xs: 'center' }}
      mt="lg"
      gap="md"
    >
      {children}
      <Anchor component={Link} to={paths.billing.link()}>
        {t('confirmFrame.backToBilling')}
      </Anchor>
    </Flex>
  )
}

/** Why there is nothing to confirm, and the way on. */
function Refusal({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useTexts()
  const { data: billing } = useBilling()
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) {
    return <ErrorState what={t('confirmFrame.loadFailed')} onRetry={onRetry} />
  }
  if (error.code === 'payment_due' && billing?.payment_due) {
    return (
      <>
        <DueNotice billing={billing} />
        <Ways />
      </>
    )
  }
  return (
    <>
      <Text role="alert">{messageOf(error)}</Text>
      <Ways>
        <Button component={Link} to={paths.pricing.link()}>
          {t('confirmFrame.seePlans')}
        </Button>
      </Ways>
    </>
  )
}

/** What is known after a change that failed. */
function Failed({ error }: { error: unknown }) {
  const t = useTexts()
  const isRefused = error instanceof ApiError && error.status < 500
  return (
    <Alert
      role="alert"
      color="red"
      radius="lg"
      mt="lg"
      title={
        isRefused
          ? t('confirmFrame.nothingWasChanged')
          : t('confirmFrame.weCouldntConfirmTheChange')
      }
    >
      {isRefused
        ? t('confirmFrame.youWerentChargedTheDetails', { error: messageOf(error) })
        : t('confirmFrame.theChangeMayHaveGone')}
    </Alert>
  )
}

function Loading() {
  const t = useTexts()
  return (
    <Stack gap="md" role="status" aria-label={t('confirmFrame.loading')}>
      <Skeleton height={24} />
      <Skeleton height={24} />
      <Skeleton height={64} />
      <Skeleton height={24} />
      <Skeleton height={44} width={260} />
    </Stack>
  )
}

interface Preview<T> {
  data: T | undefined
  error: unknown
  isError: boolean
  isPending: boolean
  isFetching: boolean
  refetch(): Promise<unknown>
}

/** The call that makes the change. */
interface Change {
  error: unknown
  isError: boolean
  isPending: boolean
}

interface Confirmation<T> {
  title: string
  preview: Preview<T>
  change: Change
  /** What it means, in words; shown once that is known. */
  children: ReactNode
  button: { text(shown: T): string; isEnd?: boolean }
  onPress(shown: T): void
}

/** Lets one press through until the call is over: two may come before the first is on the screen. */
function useOnePress(isPending: boolean): () => boolean {
  const isPressed = useRef(false)
  useEffect(() => {
    if (!isPending) isPressed.current = false
  }, [isPending])
  return () => {
    const isFirst = !isPressed.current
    isPressed.current = true
    return isFirst
  }
}

/** What a change would cost and bring, and the only button that makes it. */
export function ConfirmFrame<T>({
  title,
  preview,
  change,
  children,
  button,
  onPress,
}: Confirmation<T>) {
  const shown = preview.isError ? undefined : preview.data
  const takePress = useOnePress(change.isPending)
  const isBusy = change.isPending || preview.isFetching
  return (
    <Page width="text">
      <Title order={1} mb="lg">
        {title}
      </Title>
      {preview.isError && <Refusal error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.isPending && <Loading />}
      {shown !== undefined && (
        <>
          {children}
          {change.isError && <Failed error={change.error} />}
          <Ways>
            <Button
              size="md"
              mih={44}
              {...(button.isEnd && { color: 'red', variant: 'light' })}
              loading={isBusy}
              onClick={() => {
                if (!isBusy && takePress()) onPress(shown)
              }}
            >
              {button.text(shown)}
            </Button>
          </Ways>
        </>
      )}
    </Page>
  )
}
