import {
  Button,
  Checkbox,
  CopyButton,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import type { Promotion } from '#contract/promotions.ts'
import {
  PROMOTION_DURATIONS,
  PROMOTION_LIMITS,
  PROMOTION_TARGETS,
} from '#contract/values/promotions.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { focusBrokenDate } from '#web/lib/form.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { BrokenDate } from './broken-date.tsx'
import { usePromote } from '../api/use-promotions.ts'
import { DURATIONS, STATES, TARGETS } from './promotion-words.ts'
import { typedNumber } from '../add/typed-number.ts'

const EMPTY = {
  code: '',
  kind: 'percent' as 'percent' | 'amount',
  off: '' as number | string,
  target: 'all' as Promotion['applies_to'],
  duration: 'once' as Promotion['duration'],
  months: '' as number | string,
  most: '' as number | string,
  until: '',
  isFirst: false,
}
type Draft = typeof EMPTY

function bodyOf({ code, kind, off, target, duration, months, most, until, isFirst }: Draft) {
  const value = typedNumber(off)
  return {
    code,
    percent_off: kind === 'percent' ? value : null,
    amount_off: kind === 'amount' && value !== null ? Math.round(value * 100) : null,
    applies_to: target,
    duration,
    months: duration === 'repeating' ? typedNumber(months) : null,
    first_purchase: isFirst,
    max_redemptions: typedNumber(most),
    expires_at: until === '' ? null : new Date(until).toISOString(),
  }
}

/** The link of a promotion that was made, to be sent to people once it works. */
function NewPromotion({ promotion: { code, link, state } }: { promotion: Promotion }) {
  const works = state === 'active'
  return (
    <Group align="end" wrap="wrap" role="status">
      <TextInput
        label={works ? `${code} works now` : `${code}: ${STATES[state].label.toLowerCase()}`}
        description={
          works
            ? 'Send people the code, or this link, which leads to the prices with it.'
            : 'The provider is asked again within minutes. Until the list says “Works”, the code and this link are refused.'
        }
        value={link}
        readOnly
        flex={1}
        miw={240}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}

/** Makes promotions, one after the other. */
export function PromotionForm() {
  const promote = usePromote()
  const [draft, setDraft] = useState(EMPTY)
  const [isBroken, setBroken] = useState(false)
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const errors = fieldErrorsOf(promote.error)
  const isPercent = draft.kind === 'percent'
  return (
    <Stack>
      <Form
        aria-label="New promotion"
        onSubmit={(form) => {
          const broken = focusBrokenDate(form)
          setBroken(broken)
          if (broken) return
          promote.mutate(bodyOf(draft), { onSuccess: () => setDraft(EMPTY) })
        }}
      >
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          <TextInput
            label="Code"
            description="3 to 40 letters, digits and dashes"
            value={draft.code}
            error={errors['code']}
            maxLength={40}
            onChange={({ currentTarget }) => set({ code: currentTarget.value.toUpperCase() })}
          />
          <NativeSelect
            label="Takes off"
            description="Of the price, never of the credits"
            value={draft.kind}
            data={[
              { value: 'percent', label: 'A percentage' },
              { value: 'amount', label: 'A sum' },
            ]}
            onChange={({ currentTarget }) =>
              set({ kind: currentTarget.value === 'amount' ? 'amount' : 'percent', off: '' })
            }
          />
          <NumberInput
            key={draft.kind}
            label={isPercent ? 'Percent' : 'US dollars'}
            description={isPercent ? '1 to 100' : `Up to ${PROMOTION_LIMITS.cents / 100}`}
            value={draft.off}
            error={errors['percent_off'] ?? errors['amount_off']}
            min={isPercent ? 1 : 0.01}
            max={isPercent ? 100 : PROMOTION_LIMITS.cents / 100}
            clampBehavior="none"
            decimalScale={isPercent ? 0 : 2}
            onChange={(off) => set({ off })}
          />
          <NativeSelect
            label="For"
            description="What it can be used for"
            value={draft.target}
            data={PROMOTION_TARGETS.map((value) => ({ value, label: TARGETS[value] }))}
            onChange={({ currentTarget }) => {
              const target = currentTarget.value as Draft['target']
              set({ target, ...(target === 'packs' && { duration: 'once' }) })
            }}
          />
          {draft.target !== 'packs' && (
            <NativeSelect
              label="Lasts"
              description="Payments of a plan that have it"
              value={draft.duration}
              error={errors['duration']}
              data={PROMOTION_DURATIONS.map((value) => ({ value, label: DURATIONS[value] }))}
              onChange={({ currentTarget }) =>
                set({ duration: currentTarget.value as Draft['duration'] })
              }
            />
          )}
          {draft.duration === 'repeating' && (
            <NumberInput
              label="Months"
              description={`1 to ${PROMOTION_LIMITS.months}`}
              value={draft.months}
              error={errors['months']}
              min={1}
              max={PROMOTION_LIMITS.months}
              clampBehavior="none"
              allowDecimal={false}
              onChange={(months) => set({ months })}
            />
          )}
          <NumberInput
            label="Most uses"
            description="Empty: any number; once an account"
            value={draft.most}
            error={errors['max_redemptions']}
            min={1}
            max={PROMOTION_LIMITS.redemptions}
            clampBehavior="none"
            allowDecimal={false}
            onChange={(most) => set({ most })}
          />
          <TextInput
            type="datetime-local"
            label="Works until"
            description="Empty: until you end it"
            value={draft.until}
            error={errors['expires_at']}
            onChange={({ currentTarget }) => set({ until: currentTarget.value })}
          />
        </SimpleGrid>
        <Checkbox
          mt="md"
          label="Only for a first purchase"
          description="Of accounts that have bought nothing yet, not even for nothing"
          checked={draft.isFirst}
          onChange={({ currentTarget }) => set({ isFirst: currentTarget.checked })}
        />
        <Button type="submit" mt="md" loading={promote.isPending}>
          Make the promotion
        </Button>
        {isBroken && <BrokenDate mt="xs" />}
        <Problem mt="xs" size="md">
          {promote.error !== null && Object.keys(errors).length === 0 && messageOf(promote.error)}
        </Problem>
      </Form>
      {promote.data && <NewPromotion promotion={promote.data} />}
    </Stack>
  )
}
