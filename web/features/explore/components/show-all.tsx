import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSite } from '#web/lib/site.ts'
import { useTexts } from '../texts.ts'

/** Leads on from where nothing is: to all images, or to all models of a site that shows no images. */
export function ShowAll() {
  const t = useTexts()
  const { has } = useSite()
  const showsImages = has('explore_images')
  return (
    <Button
      component={Link}
      to={showsImages ? paths.exploreImages.link() : paths.exploreModels.link()}
      variant="default"
    >
      {t(showsImages ? 'images.showAll' : 'models.showAll')}
    </Button>
  )
}
