import { CopyButton, Group, Text } from '@mantine/core'
import type { Promotion } from '#contract/promotions.ts'
import { formatCents, formatTime } from '#web/lib/format.ts'
import { Noted, StateBadge } from '#web/ui/cells.tsx'
import { ListTable } from '#web/ui/data-table.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useEndPromotion, usePromotions } from '../api/use-promotions.ts'
import { AdminFrame } from './admin-frame.tsx'
import { PromotionForm } from './promotion-form.tsx'
import { lastsOf, offOf, STATES, TARGETS } from './promotion-words.ts'

function Actions({ promotion: { id, code, link } }: { promotion: Promotion }) {
  const end = useEndPromotion()
  return (
    <Group gap="xs" justify="inherit">
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <SmallButton onClick={copy} aria-label={`Copy the link of ${code}`}>
            {copied ? 'Copied' : 'Copy link'}
          </SmallButton>
        )}
      </CopyButton>
      <SmallButton
        loading={end.isPending}
        onClick={() => end.mutate(id)}
        aria-label={`End ${code}`}
      >
        End
      </SmallButton>
    </Group>
  )
}

const usesOf = ({ redemptions, max_redemptions: most }: Promotion): string =>
  most === null ? String(redemptions) : `${redemptions} of ${most}`

/** Codes that lower the price of a purchase: a form for new ones, and what each has brought. */
export function PromotionsPage() {
  const list = usePromotions()
  return (
    <AdminFrame title="Promotions">
      <Text>
        A code lowers what a purchase costs, never its credits. Customers type it on the page of
        prices or follow its link, and see the new price before they pay. Changes of a plan take no
        code, and one between months and years ends a discount. Ended codes stay with the plans that
        were bought with them.
      </Text>
      <PromotionForm />
      <ListTable
        list={list}
        label="Promotions"
        keyOf={({ id }) => id}
        empty="There was no promotion yet."
        columns={[
          {
            title: 'Code',
            render: (one) => <Noted note={offOf(one)}>{one.code}</Noted>,
          },
          { title: 'State', render: ({ state }) => <StateBadge look={STATES[state]} /> },
          {
            title: 'For',
            render: (one) => (
              <Noted note={one.first_purchase ? 'First purchase only' : null}>
                {TARGETS[one.applies_to]}
              </Noted>
            ),
          },
          { title: 'Lasts', render: lastsOf },
          {
            title: 'Works until',
            render: ({ expires_at: at }) => (at === null ? 'No end' : formatTime(at)),
          },
          { title: 'Uses', kind: 'number', render: usesOf },
          {
            title: 'Paid',
            kind: 'number',
            render: ({ revenue, discounted }) => (
              <Noted note={`${formatCents(discounted)} off`}>{formatCents(revenue)}</Noted>
            ),
          },
          {
            title: 'Action',
            render: (one) =>
              one.state === 'active' || one.state === 'pending' ? (
                <Actions promotion={one} />
              ) : null,
          },
        ]}
      />
    </AdminFrame>
  )
}
