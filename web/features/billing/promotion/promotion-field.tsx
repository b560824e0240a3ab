import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { IconDiscount } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PromotionOffer } from '#contract/promotions.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { formatCents, formatDay } from '#web/lib/format.ts'
import { Form } from '#web/ui/form.tsx'
import { useTexts } from './texts.ts'

const PARAMETER = 'promotion'

/** Purpose of a code, how long its promotion lasts, and until when it works. */
function Applied({ promotion, onRemove }: { promotion: PromotionOffer; onRemove(): void }) {
  const t = useTexts()
  const { code, percent_off: percent, amount_off: amount, applies_to: target } = promotion
  const off =
    percent === null
      ? t('off.amount', { amount: formatCents(amount ?? 0) })
      : t('off.percent', { percent })
  return (
    <Alert
      color="green"
      icon={<IconDiscount aria-hidden />}
      title={t('applied.title', { code, off })}
      role="status"
    >
      <Text inherit>
        {t(`for.${target}`)}{' '}
        {target !== 'packs' && t(`lasts.${promotion.duration}`, { months: promotion.months ?? 1 })}{' '}
        {promotion.first_purchase && t('applied.firstPurchase')}{' '}
        {promotion.expires_at !== null &&
          t('applied.expires', { day: formatDay(promotion.expires_at) })}{' '}
        {t('applied.once')}
      </Text>
      <Button variant="default" size="xs" mt="sm" onClick={onRemove}>
        {t('field.remove')}
      </Button>
    </Alert>
  )
}

/** Where a promotion code is typed, or stands already because a link brought it. */
export function PromotionField({
  promotion,
  onChange,
}: {
  promotion: PromotionOffer | null
  onChange(promotion: PromotionOffer | null): void
}) {
  const t = useTexts()
  const [search, setSearch] = useSearchParams()
  const linked = search.get(PARAMETER) ?? ''
  const [isOpen, setOpen] = useState(linked !== '')
  const [code, setCode] = useState(linked)
  const check = useMutation({
    mutationFn: (typed: string) => call(api.promotions.check, { body: { code: typed } }),
    meta: { showsOwnErrors: true },
  })

  /** The code stays in the address, so that it is there after signing in and after a reload. */
  function keep(next: string | null): void {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === null) after.delete(PARAMETER)
        else after.set(PARAMETER, next)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }

  function apply(typed: string): void {
    check.mutate(typed, {
      onSuccess: (offer) => {
        onChange(offer)
        keep(offer.code)
      },
    })
  }

  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen && linked === '') input.current?.focus()
  }, [isOpen, linked])
  const applyLinked = useRef(() => {
    if (linked !== '') apply(linked)
  })
  useEffect(() => applyLinked.current(), [])

  if (promotion) {
    return (
      <Applied
        promotion={promotion}
        onRemove={() => {
          onChange(null)
          keep(null)
          setCode('')
          check.reset()
        }}
      />
    )
  }
  if (!isOpen) {
    return (
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconDiscount size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('field.have')}
      </Button>
    )
  }
  const errors = fieldErrorsOf(check.error)
  return (
    <Form
      onSubmit={() => {
        if (code.trim() !== '') apply(code.trim())
      }}
    >
      <Group align="start" wrap="wrap">
        <TextInput
          label={t('field.code')}
          value={code}
          ref={input}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          error={errors['code'] ?? (check.error ? messageOf(check.error) : undefined)}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          w={{ base: '100%', xs: 280 }}
        />
        <Button type="submit" variant="default" mt={{ base: 0, xs: 21 }} loading={check.isPending}>
          {t('field.apply')}
        </Button>
      </Group>
    </Form>
  )
}
