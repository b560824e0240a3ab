import { Text } from '@mantine/core'
import { FaceMarks } from '#web/features/tool-page/faces/face-marks.tsx'
import { FoundFaces } from '#web/features/tool-page/faces/found-faces.tsx'
import { useWait } from '#web/features/generate/panel/use-wait.ts'
import type { useFaces } from '#web/features/tool-page/faces/use-faces.ts'
import { InputField } from '#web/features/tool-page/frame/input-field.tsx'
import type { Input } from '#web/features/tool-page/frame/use-input.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { problemOf, problemOn, type Side } from './pairs.ts'

const loadOwnChild = () =>
  import('#web/features/tool-page/faces/own-child.tsx').then(({ OwnChild }) => OwnChild)

const loadBetterPhoto = () =>
  import('#web/features/tool-page/faces/better-photo.tsx').then(({ BetterPhoto }) => BetterPhoto)

/** One of the two photos, with its faces numbered and what is to be known of them. */
export function FaceInput({
  label,
  input,
  side,
  found,
  problem,
  takesDrops,
}: {
  label: string
  side: Side
  input: Input
  found: ReturnType<typeof useFaces>
  problem: string | null
  takesDrops: boolean
}) {
  const t = useTexts()
  const { picture } = input
  const { faces, failed } = found
  useWait(picture && faces === undefined && !failed ? 'faces' : null)
  const wrong = faces && picture ? problemOf(faces, side, t) : null
  const warnings = [...new Set((faces ?? []).flatMap((face) => face.warnings))]
  return (
    <div>
      <InputField
        label={label}
        input={input}
        problem={wrong ?? problem}
        takesDrops={takesDrops}
        overlay={
          picture &&
          faces && (
            <FaceMarks
              faces={faces}
              size={picture}
              isUsable={(face) => problemOn(face, side) === null}
            />
          )
        }
      />
      {picture && <FoundFaces found={found} />}
      {picture?.expires_at && side === 'source' && wrong !== null && faces && faces.length > 0 && (
        <Deferred
          key={picture.id}
          load={loadBetterPhoto}
          props={{ image: picture.id, onUse: input.choose }}
        />
      )}
      {picture && faces && faces.length > 0 && (
        <Deferred load={loadOwnChild} props={{ image: picture.id, swaps: true }} />
      )}
      {picture && wrong === null && warnings.length > 0 && (
        <div role="status">
          {warnings.map((warning) => (
            <Text key={warning} size="sm" mt={4}>
              {warning}
            </Text>
          ))}
        </div>
      )}
    </div>
  )
}
