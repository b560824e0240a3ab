import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { UPLOAD_LIMITS } from '#contract/values/uploaded-images.ts'
import { useUpload } from '#web/features/generate/api/use-source-picture.ts'
import { messageOf } from '#web/lib/errors.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useSession } from '#web/lib/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { drawn, flatten, MOST_EDGE, useEditor } from '../editor-store.ts'
import { canvasFile, type FileKind } from '../pixels/files.ts'
import { useTexts } from '../texts.ts'

const KINDS = (['image/png', 'image/jpeg', 'image/webp'] as const).map((value) => ({
  value,
  label: value.replace('image/', '').toUpperCase(),
}))

const ENDINGS: Record<FileKind, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

const ROOM = { edge: MOST_EDGE, pixels: MOST_EDGE ** 2 }

/** The image as a file of this device, or among one's uploads, where every tool finds it. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const isSignedIn = useSession().me !== null
  const [kind, setKind] = useState<FileKind>('image/png')
  const name = useEditor(({ document }) => document?.name ?? 'image')
  const upload = useUpload(ROOM)

  async function write(type: FileKind): Promise<File> {
    // The last thing that was done may still be being drawn.
    await drawn()
    const canvas = flatten()
    if (!canvas) throw new Error('There is no image')
    return new File([await canvasFile(canvas, type)], `${name}.${ENDINGS[type]}`, { type })
  }

  const download = useMutation({
    mutationFn: () => write(kind),
    onSuccess: (file) => saveFile(file, file.name),
  })
  const keep = useMutation({
    mutationFn: async () => {
      const exact = await write('image/png')
      // A large photo is kept as a photo is.
      const file = exact.size > UPLOAD_LIMITS.bytes ? await write('image/jpeg') : exact
      await upload.mutateAsync(file)
    },
    meta: { showsOwnErrors: true },
  })
  return (
    <Dialog opened onClose={onClose} title={t('export.title')} size={440}>
      <Stack gap="md">
        <Segments<FileKind>
          fullWidth
          aria-label={t('export.kind')}
          value={kind}
          onChange={setKind}
          data={KINDS}
        />
        <Button loading={download.isPending} onClick={() => download.mutate()}>
          {t('export.download')}
        </Button>
        {isSignedIn && (
          <div>
            <Button
              fullWidth
              variant="default"
              loading={keep.isPending}
              disabled={keep.isSuccess}
              onClick={() => keep.mutate()}
            >
              {t(keep.isSuccess ? 'export.kept' : 'export.keep')}
            </Button>
            <Text size="sm" c="dimmed" mt={6}>
              {t('export.keepHint')}
            </Text>
          </div>
        )}
        <Problem>{keep.isError && messageOf(keep.error)}</Problem>
      </Stack>
    </Dialog>
  )
}
