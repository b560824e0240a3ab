import { IconPlus } from '@tabler/icons-react'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { InputField } from '#web/features/tool-page/frame/input-field.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useTexts } from './texts.ts'
import type { Images } from './use-images.ts'

/** The image to change, and up to three more to take from. */
export function ImageFields({
  images: { first, others, add },
  problems,
}: {
  images: Images
  problems: FieldProblems
}) {
  const t = useTexts()
  // What is dropped or pasted goes to the one place that is empty, or in the place of the first image.
  const empty = others.find(({ input }) => input.id === null)
  return (
    <>
      <InputField
        label={t('imageFields.first')}
        input={first}
        problem={problems['images'] ?? null}
        takesDrops={first.id === null || !empty}
      />
      {others.map(({ slot, input }, index) => (
        <InputField
          key={slot}
          label={t('imageFields.other', { number: index + 2 })}
          input={input}
          problem={problems[`images.${index + 1}`] ?? null}
          takesDrops={first.id !== null && slot === empty?.slot}
        />
      ))}
      {add && (
        <SmallButton
          leftSection={<IconPlus size={18} />}
          style={{ alignSelf: 'start' }}
          onClick={add}
        >
          {t('imageFields.add')}
        </SmallButton>
      )}
    </>
  )
}
