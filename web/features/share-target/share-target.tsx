import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toolEntries } from '#contract/tools.ts'
import { paths } from '#contract/paths.ts'
import { useUpload } from '#web/features/generate/api/use-source-picture.ts'
import { TOOL_ROOM } from '#web/features/tool-page/batch/tool-room.ts'
import { messageOf } from '#web/lib/errors.ts'
import { useToolNames } from '#web/lib/tool-names/use-tool-names.ts'
import { useSite } from '#web/lib/site.ts'
import { useOffers } from '#web/lib/use-offers.ts'
import { forgetSharedFile, readSharedFile } from './shared-file.ts'
import classes from './share-target.module.css'
import { useTexts } from './texts.ts'

/** /share: an image from another app, and the tools that it can be opened in. */
export function ShareTarget() {
  const t = useTexts()
  const { brand } = useSite()
  const [file, setFile] = useState<File | null | undefined>()
  const url = useMemo(() => (file ? URL.createObjectURL(file) : null), [file])
  useEffect(() => void readSharedFile().then(setFile, () => setFile(null)), [])
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url])
  if (file === undefined) return <Skeleton h={320} maw={480} mx="auto" />
  if (file === null || url === null) {
    return (
      <Stack align="center" ta="center" py="xl">
        <Title order={1}>{t('share.none')}</Title>
        <Text c="dimmed" maw="48ch">
          {t('share.noneText', { name: brand.name })}
        </Text>
        <Button component={Link} to={paths.allTools.link()} h={44}>
          {t('share.allTools')}
        </Button>
      </Stack>
    )
  }
  return (
    <div className={classes.share}>
      <img src={url} alt={t('share.alt')} className={classes.image} />
      <Choices file={file} />
    </div>
  )
}

function Choices({ file }: { file: File }) {
  const t = useTexts()
  const names = useToolNames()
  const { has } = useSite()
  const offers = useOffers()
  const navigate = useNavigate()
  const upload = useUpload(TOOL_ROOM)
  const [chosen, setChosen] = useState<string | null>(null)
  const tools = [
    ...(has('image_to_image')
      ? [{ page: paths.imageToImage.pattern, label: names.job('ITI') }]
      : []),
    ...toolEntries
      .filter(([, { feature, needs }]) => has(feature) && (!needs || offers.includes(needs)))
      .map(([key, { page }]) => ({ page, label: names.name(key) })),
  ]
  async function open(page: string): Promise<void> {
    setChosen(page)
    try {
      const { picture } = await upload.mutateAsync(file)
      await forgetSharedFile()
      void navigate(`${page}?image=${picture.id}`)
    } catch {
      // Said below; the image is still there, and another try may work.
      setChosen(null)
    }
  }
  return (
    <div>
      <Title order={1}>{t('share.title')}</Title>
      <Text c="dimmed" mt={4} mb="md">
        {t('share.intro')}
      </Text>
      {upload.isError && (
        <Alert color="red" mb="md" title={t('share.failed')} role="alert">
          {messageOf(upload.error)}
        </Alert>
      )}
      <ul className={classes.tools}>
        {tools.map(({ page, label }) => (
          <li key={page}>
            <Button
              variant="default"
              fullWidth
              h={48}
              loading={chosen === page}
              disabled={chosen !== null && chosen !== page}
              onClick={() => void open(page)}
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
