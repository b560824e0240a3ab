/**
 * What the brands say, in Spanish: by the English text, as it stands in their files. Only the server reads it, so that no page
 * carries it; `brands.test.ts` says what is missing or not said any more.
 */
export const SPANISH: Readonly<Record<string, string>> = {
  'Make your imagination come true': 'Haz realidad tu imaginación',
  '16th May: Maintenance in progress. Thank you for your patience. Some features may be unavailable.':
    '16 de mayo: mantenimiento en curso. Gracias por tu paciencia. Algunas funciones pueden no estar disponibles.',

  // Titles of menus and columns
  Tools: 'Herramientas',
  Explore: 'Explorar',
  Styles: 'Estilos',
  Resources: 'Recursos',
  'Use Cases': 'Casos de uso',
  About: 'Acerca de',
  Headshots: 'Retratos',

  // Tools
  'All Tools': 'Todas las herramientas',
  'Text To Image': 'Texto a imagen',
  'Image To Image': 'Imagen a imagen',
  'Text To Video': 'Texto a video',
  'Image Editor': 'Editor de imágenes',
  'Face Swap': 'Intercambio de caras',
  'Background Removal': 'Quitar el fondo',
  'Replace Background': 'Reemplazar el fondo',
  'Upscale Image': 'Ampliar imagen',
  'Fix Faces': 'Corregir caras',
  'Instant Avatars': 'Avatares instantáneos',
  'Professional Headshots': 'Retratos profesionales',
  'Train Model': 'Entrenar un modelo',
  'Photo Packs': 'Paquetes de fotos',
  'Video Packs': 'Paquetes de video',
  'AI Headshots': 'Retratos con IA',
  'Teach a model your own subject from a handful of photos':
    'Enseña a un modelo algo tuyo con unas pocas fotos',
  'A whole set of images around one theme': 'Una serie completa de imágenes sobre un tema',
  'A whole set of short videos': 'Una serie completa de videos cortos',
  'Put one face onto another, with consent': 'Pon una cara en lugar de otra, con consentimiento',
  'Everything in one place': 'Todo en un solo lugar',
  'Remove things, crop, adjust and write': 'Quita cosas, recorta, ajusta y escribe',
  'More pixels for print and screen': 'Más píxeles para imprimir y para la pantalla',

  // Styles
  'All Styles': 'Todos los estilos',
  Photography: 'Fotografía',
  Cartoon: 'Caricatura',
  Anime: 'Anime',
  Art: 'Arte',
  Digital: 'Digital',
  Material: 'Materiales',

  // To look at and to read
  'Explore Models': 'Explorar modelos',
  'Explore Images': 'Explorar imágenes',
  'Models of the community': 'Modelos de la comunidad',
  'What others made, and how': 'Lo que crearon otras personas, y cómo',
  Guide: 'Guía',
  'How prompts and parameters work': 'Cómo funcionan los prompts y los parámetros',
  'Prompt Guide': 'Guía de prompts',
  Parameters: 'Parámetros',
  'AI Models': 'Modelos de IA',
  Pricing: 'Precios',
  FAQ: 'Preguntas frecuentes',
  Status: 'Estado',
  'Terms of Service': 'Términos del servicio',
  'Privacy Policy': 'Política de privacidad',
  Restrictions: 'Restricciones',

  // Use cases
  Dating: 'Citas',
  Avatars: 'Avatares',
  Corporate: 'Corporativos',
  'One look for the whole team': 'Un mismo estilo para todo el equipo',
  LinkedIn: 'LinkedIn',
  'A clear, friendly profile photo': 'Una foto de perfil clara y cercana',
  Actor: 'Para actores',
  'Expressions for casting': 'Expresiones para castings',
  'Real Estate Agent': 'Para agentes inmobiliarios',
  'For listings and cards': 'Para anuncios y tarjetas',
  'Actor Headshots': 'Retratos para actores',
  'Corporate Headshots': 'Retratos corporativos',
  'Real Estate Agent Headshots': 'Retratos para agentes inmobiliarios',
  'Executive Headshots': 'Retratos ejecutivos',
  'LinkedIn Headshots': 'Retratos para LinkedIn',
  'Model Headshots': 'Retratos para modelos',
  'Free Headshots': 'Retratos gratis',
  'Headshots Pricing': 'Precios de los retratos',

  // The home pages
  '{free}, free every month': '{free} gratis cada mes',
  'No card needed, and no watermark on your first {unmarked} images of the month. Verify your email and start with a photo or a prompt.':
    'Sin tarjeta y sin marca de agua en tus primeras {unmarked} imágenes del mes. Verifica tu correo y empieza con una foto o un prompt.',
  'Create an account': 'Crear una cuenta',
  'No card needed, and no watermark on your first {unmarked} images of the month. Create an account and verify your email to start.':
    'Sin tarjeta y sin marca de agua en tus primeras {unmarked} imágenes del mes. Crea una cuenta y verifica tu correo para empezar.',
  'A headshot from the photos you have': 'Un retrato a partir de las fotos que tienes',
  'Ready when you are': 'Listo cuando tú lo estés',
  'Open an account, bring a photo, and see the price before you pay.':
    'Abre una cuenta, trae una foto y ve el precio antes de pagar.',

  // First screens
  'Good photos from the ones you have': 'Buenas fotos a partir de las que tienes',
  'Remove a background, make a headshot, enlarge an old photo: see it on your own photo first.':
    'Quita un fondo, haz un retrato, amplía una foto vieja: pruébalo primero con una foto tuya.',
  'Choose a photo': 'Elegir una foto',
  'The preview is free. Full size costs {credits}, and {free} a month are free.':
    'La vista previa es gratis. A tamaño completo cuesta {credits}, y cada mes tienes {free} gratis.',
  'A photographer in a red hat in front of a dark hedge':
    'Una fotógrafa con gorro rojo delante de un seto oscuro',
  'The photographer without the hedge': 'La fotógrafa sin el seto',
  'From a quick photo to a product photo': 'De una foto rápida a una foto de producto',
  'Cut out, clean up and enlarge what you sell. Try it on your own photo before you sign up.':
    'Recorta, limpia y amplía lo que vendes. Pruébalo con una foto tuya antes de registrarte.',
  'Free to try. A cut-out in full size costs {credits}; {free} are free every month.':
    'Probar es gratis. Un recorte a tamaño completo cuesta {credits}; cada mes tienes {free} gratis.',
  'A cup of coffee on a wooden table': 'Una taza de café sobre una mesa de madera',
  'The cup on white, as online shops ask for':
    'La taza sobre blanco, como piden las tiendas en línea',
  'A man on a riverbank, in a photo that is too dark':
    'Un hombre a la orilla de un río, en una foto demasiado oscura',
  'His headshot: brighter, against a light gray background':
    'Su retrato: con más luz y sobre un fondo gris claro',
  'A studio background and better light, in seconds. Your photos stay private.':
    'Fondo de estudio y mejor luz, en segundos. Tus fotos son privadas.',
  'Upload a photo': 'Subir una foto',
  'a fox on the grass': 'un zorro en el prado',
  'a sailboat on the sea': 'un velero en el mar',
  'two penguins in the snow': 'dos pingüinos en la nieve',
  'a smiling face with sunglasses': 'una cara sonriente con gafas de sol',
}
