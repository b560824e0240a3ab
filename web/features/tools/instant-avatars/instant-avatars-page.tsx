import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { type ReactNode, useMemo, useState } from 'react'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { usePriceList } from '#web/features/create/api/use-quote.ts'
import { InputField } from '../frame/input-field.tsx'
import { ToolFrame } from '../frame/tool-frame.tsx'
import { useInput } from '../frame/use-input.ts'
import { AvatarsResult } from './avatars-result.tsx'
import { StyleField } from './style-field.tsx'
import { instantAvatarsTool } from './tool.ts'

const FIRST_STYLES = ['studio', 'golden-hour']

/** /tools/instant-avatars */
export function InstantAvatarsPage({ resendMail }: { resendMail: ReactNode }) {
  const prices = usePriceList()
  const input = useInput(instantAvatarsTool)
  const [styles, setStyles] = useState<readonly string[]>(FIRST_STYLES)
  const [count, setCount] = useState(1)
  const label = useId()
  const { id } = input
  const ready = Boolean(input.picture)
  const request = useMemo<GenerationRequestInput | null>(() => {
    if (id === null || !ready || styles.length === 0) return null
    return { type: 'ISI', image: id, styles: [...styles], num_images: count }
  }, [id, ready, styles, count])
  const made = styles.length * count
  return (
    <ToolFrame
      tool={instantAvatarsTool}
      input={input}
      resendMail={resendMail}
      order={{
        request,
        listed: prices ? prices.instant_avatar * made : null,
        wrong: {
          ...(id === null && { image: 'Choose a photo of a face first.' }),
          ...(styles.length === 0 && { styles: 'Choose at least one look.' }),
        },
      }}
      renderFields={(problems) => (
        <>
          <InputField label="Portrait" input={input} problem={problems['image'] ?? null} />
          <StyleField
            chosen={styles}
            problem={styles.length === 0 ? (problems['styles'] ?? null) : null}
            onChange={setStyles}
          />
          <Stack gap={6}>
            <Text size="sm" fw={700} id={label}>
              Images of each look
            </Text>
            <SegmentedControl
              fullWidth
              aria-labelledby={label}
              value={String(count)}
              onChange={(value) => setCount(Number(value))}
              data={['1', '2', '3', '4']}
            />
            <Text size="sm" c="dimmed" className="tabular">
              {made === 1 ? '1 avatar' : `${made} avatars`}
            </Text>
          </Stack>
        </>
      )}
      renderResult={(props) => <AvatarsResult {...props} />}
    />
  )
}
