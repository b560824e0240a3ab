/** What the tools are good for. */
export const TOOLS = {
  'Pick from 2,085 things, choose a scene and a style, and see what will be drawn and what it costs before you press the button.':
    'Elige entre 2085 cosas, una escena y un estilo, y mira qué se dibujará y cuánto cuesta antes de pulsar el botón.',
  'Put your own pet, object or face into illustrations, from 4 to 20 photos. Every photo is checked first, and a training that fails is not charged.':
    'Pon tu mascota, un objeto o tu cara en ilustraciones, con 4 a 20 fotos. Cada foto se comprueba antes y un entrenamiento que falla no se cobra.',
  'Remove things from a photo, crop, straighten, adjust and write on it, in your browser.':
    'Quita cosas de una foto, recórtala, enderézala, ajústala y escribe en ella, en tu navegador.',
  'On this site your subject is cut out of your photos and placed into illustrations. The model does not learn to draw somebody in a new pose.':
    'En este sitio tu sujeto se recorta de tus fotos y se coloca en ilustraciones. El modelo no aprende a dibujar a alguien en otra pose.',
  'On this site the camera moves and what the photo shows stays as it is: nobody walks or speaks.':
    'En este sitio se mueve la cámara y lo que muestra la foto queda como está: nadie camina ni habla.',
  'Removing, cropping, adjusting and writing work on every photo. What is drawn into a selection on this site is an illustration.':
    'Quitar, recortar, ajustar y escribir funciona con cualquier foto. Lo que se dibuja en una selección en este sitio es una ilustración.',
  'Common questions': 'Preguntas frecuentes',
  'How it works': 'Cómo funciona',
  'Made by this site': 'Hecho por este sitio',
  'What it cannot do': 'Lo que no puede hacer',
  'What does it cost?': '¿Cuánto cuesta?',
  'Goes well with': 'Combina bien con',
  'Replace background': 'Reemplazar el fondo',
  'Image editor': 'Editor de imágenes',
  'Upscale image': 'Ampliar imagen',
  'More pixels for print.': 'Más píxeles para imprimir.',
  'Fix faces': 'Corregir caras',
  'Instant avatars': 'Avatares instantáneos',
  'Instant avatars from one photo': 'Avatares instantáneos a partir de una foto',
  'Background removal': 'Quitar el fondo',
  'Text to image': 'Texto a imagen',
  'Photo packs': 'Paquetes de fotos',

  // Background removal
  'AI background removal': 'Quitar el fondo con IA',
  'Remove the background of a photo in about a second, correct the edge by hand and download a transparent PNG, up to 25 megapixels.':
    'Quita el fondo de una foto en cerca de un segundo, corrige el borde a mano y descarga un PNG transparente de hasta 25 megapíxeles.',
  'Remove a background, keep the hair': 'Quita el fondo, conserva el cabello',
  'Drop a photo and get the subject on a transparent background. Then put a color, a gradient or another image behind it, add a shadow, crop to the subject, or take a size for shops and networks.':
    'Suelta una foto y obtén el sujeto sobre un fondo transparente. Después pon detrás un color, un degradado u otra imagen, agrega una sombra, recorta al sujeto o elige un tamaño para tiendas y redes.',
  'A photographer with long hair, the background half removed':
    'Una fotógrafa de pelo largo, con el fondo quitado a medias',
  'Remove a background': 'Quitar un fondo',
  'A cup on a café table, cut out at its full resolution.':
    'Una taza en la mesa de un café, recortada a su resolución completa.',
  'A cup of coffee on a wooden table': 'Una taza de café sobre una mesa de madera',
  Before: 'Antes',
  'The same cup without its background': 'La misma taza sin su fondo',
  After: 'Después',
  'Choose a photo': 'Elige una foto',
  'Upload, paste or drop it, or take one from your images. Up to 25 megapixels and 20 MB; location and camera data are removed.':
    'Súbela, pégala o suéltala, o toma una de tus imágenes. Hasta 25 megapíxeles y 20 MB; los datos de ubicación y de cámara se eliminan.',
  'Look at the edge': 'Mira el borde',
  'The slider compares before and after. Where the edge is wrong, correct it with the keep and erase brush; that is free.':
    'El control deslizante compara el antes y el después. Donde el borde no esté bien, corrígelo con el pincel de conservar y borrar; es gratis.',
  'Put something behind it': 'Pon algo detrás',
  'Nothing, a color, a gradient or your own image. Download a PNG the size of your photo.':
    'Nada, un color, un degradado o una imagen tuya. Descarga un PNG del tamaño de tu foto.',
  'Glass and smoke': 'Vidrio y humo',
  'What shows the background through it is kept or cut as a whole.':
    'Lo que deja ver el fondo se conserva o se recorta entero.',
  'Single hairs': 'Cabellos sueltos',
  'Strands thinner than a pixel or two get soft or are lost.':
    'Los mechones de menos de uno o dos píxeles se suavizan o se pierden.',
  'Several subjects': 'Varios sujetos',
  'It keeps what stands out most. Use the brush to keep less or more.':
    'Conserva lo que más destaca. Usa el pincel para conservar menos o más.',
  '{cutOut} an image, in full resolution. Hand corrections, backgrounds and downloads are free.':
    '{cutOut} por imagen, en resolución completa. Las correcciones a mano, los fondos y las descargas son gratis.',
  'Can I do many at once?': '¿Puedo hacer muchas a la vez?',
  'Yes, up to 50 images in one go, with a price for all of them before you start and one download at the end.':
    'Sí, hasta 50 imágenes de una vez, con un precio para todas antes de empezar y una sola descarga al final.',
  'What happens to my photo?': '¿Qué pasa con mi foto?',
  'It stays private to you and is deleted when its retention ends or when you delete it.':
    'Solo tú la ves, y se elimina cuando termina su plazo o cuando tú la eliminas.',
  'Draw a new one, matched in light.': 'Dibuja uno nuevo, con la luz ajustada.',
  'Remove things, crop, write.': 'Quita cosas, recorta, escribe.',

  // Dating
  'Photos for dating profiles': 'Fotos para perfiles de citas',
  'Make the photos you have look their best: a calm background, sharper pixels, better light. You stay you.':
    'Haz que tus fotos se vean lo mejor posible: un fondo tranquilo, más nitidez, mejor luz. Sigues siendo tú.',
  'Your own photos, at their best': 'Tus propias fotos, en su mejor versión',
  'A profile works when people recognize you at the café door. So improve the photo, not the person: a calmer background, more pixels, better light.':
    'Un perfil funciona cuando te reconocen en la puerta del café. Así que mejora la foto, no a la persona: un fondo más tranquilo, más píxeles, mejor luz.',
  'A painted portrait in front of a plain backdrop': 'Un retrato pintado frente a un fondo liso',
  'Start with a photo': 'Empezar con una foto',
  'Three things that help most': 'Las tres cosas que más ayudan',
  'Calm the background': 'Calma el fondo',
  'Replace the parking lot by a plain backdrop or a photo of a place you like; light and color are matched.':
    'Cambia el estacionamiento por un fondo liso o por la foto de un lugar que te guste; la luz y el color se ajustan.',
  'Bring back pixels': 'Recupera píxeles',
  'A crop from a group photo is small. Upscale it two or four times.':
    'Un recorte de una foto de grupo es pequeño. Amplíalo dos o cuatro veces.',
  'Fix a soft face': 'Corrige una cara suave',
  'Fix faces sharpens small faces that are a little out of focus. It invents nothing, so a very blurred one stays blurred.':
    'Corregir caras da nitidez a caras pequeñas algo desenfocadas. No inventa nada, así que una muy borrosa sigue borrosa.',
  'Another backdrop': 'Otro fondo',
  'The same person, the same smile, no clutter.':
    'La misma persona, la misma sonrisa, sin desorden.',
  'A woman in a straw hat in front of a cloudy sky, painted in 1782':
    'Una mujer con sombrero de paja ante un cielo nublado, pintada en 1782',
  'The same woman in front of a plain backdrop': 'La misma mujer frente a un fondo liso',
  'Should I say that a photo was edited?': '¿Debo decir que una foto está editada?',
  'If it changes how you look, yes; some platforms require it. A new background or more pixels rarely does.':
    'Si cambia tu aspecto, sí; algunas plataformas lo exigen. Un fondo nuevo o más píxeles rara vez lo hacen.',
  'Can I use somebody else’s photo?': '¿Puedo usar la foto de otra persona?',
  'No. Use photos of yourself, and of others only with their consent.':
    'No. Usa fotos tuyas, y de otras personas solo con su consentimiento.',
  'The tools': 'Las herramientas',
  'A calmer place.': 'Un lugar más tranquilo.',
  'More pixels.': 'Más píxeles.',
  'A sharper face.': 'Una cara más nítida.',
  'For everything but dating.': 'Para todo menos las citas.',

  // Face swap
  'AI face swap': 'Intercambio de caras con IA',
  'Put one face onto another, with consent: every face found and numbered, color and light matched, the result labeled as AI-made.':
    'Pon una cara en lugar de otra, con consentimiento: cada cara numerada, color y luz ajustados, y el resultado marcado como hecho con IA.',
  'Swap faces, with everyone’s consent': 'Intercambia caras, con el consentimiento de todos',
  'Choose a photo with the face and one to put it into. Every face is found and numbered; you choose which goes where, and several at once if you like.':
    'Elige una foto con la cara y otra donde ponerla. Todas las caras se encuentran y se numeran; tú eliges cuál va dónde, varias a la vez si quieres.',
  'A portrait, half of it with another face': 'Un retrato, con otra cara en una mitad',
  'Swap a face': 'Intercambiar una cara',
  'Both photos are in the public domain or freely licensed.':
    'Ambas fotos son de dominio público o de licencia libre.',
  'A portrait': 'Un retrato',
  'The same portrait with another face': 'El mismo retrato con otra cara',
  'Two photos': 'Dos fotos',
  'One shows the face, the other where it goes. Front views with even light work best.':
    'Una muestra la cara; la otra, adónde va. Lo mejor son vistas de frente con luz pareja.',
  'Say whose face it is': 'Di de quién es la cara',
  'You confirm that it is yours or that the person agreed. The statement is recorded.':
    'Confirmas que es tuya o que la persona aceptó. La declaración queda registrada.',
  'Pick the faces': 'Elige las caras',
  'Trouble is named before you pay: too small, turned too far away, partly covered.':
    'Los problemas se avisan antes de que pagues: muy pequeña, muy girada, cubierta en parte.',
  'What it refuses': 'Lo que rechaza',
  'Faces under 40 pixels': 'Caras de menos de 40 píxeles',
  'There is too little to work with. Upscale the photo first.':
    'Hay muy poco con qué trabajar. Primero amplía la foto.',
  'Heads turned differently': 'Cabezas giradas de forma distinta',
  'More than 12 degrees apart, one eye or cheek would still be the other person’s.':
    'Con más de 12 grados de diferencia, un ojo o una mejilla seguirían siendo de la otra persona.',
  'Photos that do not match': 'Fotos que no combinan',
  'Open eyes against closed ones, black and white against color, or a face much smaller than the one it would replace.':
    'Ojos abiertos frente a ojos cerrados, blanco y negro frente a color, o una cara mucho más pequeña que la que sustituiría.',
  'No consent': 'Sin consentimiento',
  'Without it nothing is made.': 'Sin él no se hace nada.',
  'Can others tell that it was made by AI?': '¿Se puede saber que se hizo con IA?',
  'The file says so in its metadata, as the law in many countries asks for.':
    'El archivo lo dice en sus metadatos, como pide la ley en muchos países.',
  'Are my photos used for training?': '¿Se usan mis fotos para entrenar?',
  'No. They are private to you, and you can delete them at any time.':
    'No. Solo tú las ves, y puedes eliminarlas en cualquier momento.',

  // Image editor
  'AI image editor': 'Editor de imágenes con IA',
  'Remove things from a photo, replace or extend parts of it using a few words, crop, straighten, adjust and write on it, in your browser.':
    'Quita cosas de una foto, reemplaza o extiende partes con pocas palabras, recorta, endereza, ajusta y escribe encima, en tu navegador.',
  'Edit a photo, and only what you mean': 'Edita una foto, y solo lo que quieres',
  'Select with a brush, a lasso, a box or a click on a color. Have it removed or replaced, give the image more room, crop it, write on it. What you did not select stays as it is.':
    'Selecciona con un pincel, un lazo, un recuadro o un clic en un color. Haz que se quite o se reemplace, dale más espacio a la imagen, recórtala, escribe en ella. Lo que no seleccionaste queda como está.',
  'A photo of an astronaut in front of a flag and a model of a space shuttle':
    'Una foto de una astronauta frente a una bandera y una maqueta de un transbordador espacial',
  'Open the editor': 'Abrir el editor',
  'Open an image': 'Abre una imagen',
  'Your own file or any image you made here. It stays in this browser until you run a paid action.':
    'Un archivo tuyo o cualquier imagen que creaste aquí. Queda en este navegador hasta que uses una acción de pago.',
  'Select and say': 'Selecciona y pide',
  'Remove what you selected, or say in a few words what should be there. You see the price first.':
    'Quita lo que seleccionaste o di en pocas palabras qué debe haber ahí. Ves antes el precio.',
  'Save it': 'Guárdala',
  'Compare it with the original, then download it or save it to use in any other tool.':
    'Compárala con la original y luego descárgala o guárdala para usarla en cualquier otra herramienta.',
  'What is in it': 'Qué incluye',
  Remove: 'Quitar',
  'The area you selected is filled with what is around it.':
    'Lo que seleccionaste se rellena con lo que hay alrededor.',
  'Replace and extend': 'Reemplazar y extender',
  'A model draws something else in the place you selected, or more of the image beyond its edges.':
    'Un modelo dibuja otra cosa en el lugar que seleccionaste, o más imagen más allá de sus bordes.',
  'Crop, turn, adjust, write': 'Recortar, girar, ajustar, escribir',
  'Crop, straighten, flip, resize, levels and text are done in your browser, for free.':
    'Recortar, enderezar, voltear, cambiar el tamaño, ajustar niveles y escribir se hacen en tu navegador, gratis.',
  Undo: 'Deshacer',
  '200 steps back, also after you closed the page: your work is kept in this browser.':
    '200 pasos atrás, incluso después de cerrar la página: tu trabajo se guarda en este navegador.',
  'Very large images': 'Imágenes muy grandes',
  'Images larger than 4,096 pixels per side are scaled down when you open them.':
    'Las imágenes de más de 4096 píxeles por lado se reducen al abrirlas.',
  'Guess what was hidden': 'Adivinar lo que estaba oculto',
  'Behind a removed thing is what fits its surroundings. Before a busy background, look closely.':
    'Detrás de lo que se quita queda algo que encaja con su entorno. Si el fondo es complejo, míralo de cerca.',
  'Draw what the model does not know': 'Dibujar lo que el modelo no conoce',
  'Illustrations show the things of an open collection, best in simple shapes. No photos are drawn.':
    'Las ilustraciones muestran cosas de una colección abierta, mejor en formas sencillas. No se dibujan fotos.',
  'Opening, selecting, cropping, adjusting, writing and downloading are free. Removing, replacing and extending cost credits, and each button says how many.':
    'Abrir, seleccionar, recortar, ajustar, escribir y descargar es gratis. Quitar, reemplazar y extender cuestan créditos, y cada botón dice cuántos.',
  'Is my photo uploaded?': '¿Se sube mi foto?',
  'Not while you work by hand. When you order something, the image or the part that is needed is sent to the server. It is private to you.':
    'No mientras trabajas a mano. Cuando pides algo, se envía al servidor la imagen o la parte que hace falta. Solo tú la ves.',
  'Does it work without a mouse?': '¿Funciona sin ratón?',
  'Yes. You can paint with a finger, and everything in the editor has keys, the selection included.':
    'Sí. Puedes pintar con un dedo, y todo en el editor tiene teclas, incluso la selección.',
  'Cut the subject out in one go.': 'Recorta al sujeto de una vez.',
  'Make soft faces clearer.': 'Da claridad a caras suaves.',

  // Instant avatars
  'One portrait photo in, twelve looks to choose from: studio light, film, comic, oil and more, with the person still recognizable.':
    'Una foto de retrato y doce estilos para elegir: luz de estudio, película, cómic, óleo y más, con la persona aún reconocible.',
  'One photo, twelve of you': 'Una foto, doce versiones de ti',
  'Give one clear portrait and choose the looks you like. No training, no waiting overnight; each takes seconds.':
    'Da un retrato claro y elige los estilos que te gusten. Sin entrenamiento y sin esperar toda la noche; cada uno tarda segundos.',
  'A portrait photo beside avatars made from it':
    'Una foto de retrato junto a avatares hechos con ella',
  'Make avatars': 'Crear avatares',
  'Some of the looks': 'Algunos de los estilos',
  'All made from the same photo, which is freely licensed.':
    'Todos hechos con la misma foto, de licencia libre.',
  'The avatar in the look Film': 'El avatar en el estilo Película',
  'The avatar in the look Golden hour': 'El avatar en el estilo Hora dorada',
  'The avatar in the look Neon': 'El avatar en el estilo Neón',
  'The avatar in the look Comic': 'El avatar en el estilo Cómic',
  Film: 'Película',
  'Golden hour': 'Hora dorada',
  Neon: 'Neón',
  Comic: 'Cómic',
  'What makes a good photo': 'Cómo es una buena foto',
  'One face': 'Una sola cara',
  'Looking at the camera, at least a third of the image’s height.':
    'Mirando a la cámara, de al menos un tercio de la altura de la imagen.',
  'Even light': 'Luz pareja',
  'A window in front of you beats a lamp above.':
    'Una ventana frente a ti es mejor que una lámpara arriba.',
  'Nothing in front': 'Nada delante',
  'No hand, mask or dark glasses.': 'Ni una mano, ni una mascarilla, ni lentes oscuros.',
  'Does it still look like me?': '¿Sigo pareciéndome a mí?',
  'The looks change light, color, technique and background, not your features.':
    'Los estilos cambian la luz, el color, la técnica y el fondo, no tus rasgos.',
  'Is my photo kept?': '¿Se guarda mi foto?',
  'It is private, and deleted when its retention ends or when you delete it.':
    'Es privada, y se elimina cuando termina su plazo o cuando tú la eliminas.',

  // Text to image
  'AI text to image': 'De texto a imagen con IA',
  'Describe an image and watch it appear step by step. See what the model understood and what it costs before you press the button.':
    'Describe una imagen y mira cómo aparece paso a paso. Antes de presionar el botón, ves qué entendió el modelo y cuánto cuesta.',
  'From a sentence to an image': 'De una frase a una imagen',
  'Write what you want to see. Before you pay you see what the model understood, what it costs and about how long it takes.':
    'Escribe lo que quieres ver. Antes de pagar ves qué entendió el modelo, cuánto cuesta y cuánto tarda, más o menos.',
  'A sailboat at sunset': 'Un velero al atardecer',
  'Write a prompt': 'Escribir un prompt',
  'This site draws illustrations: things from an open collection of 2,085, no photographs.':
    'Este sitio dibuja ilustraciones: cosas de una colección abierta de 2085, sin fotografías.',
  'Drawn here, first try': 'Dibujado aquí, al primer intento',
  'A strawberry': 'Una fresa',
  'Two penguins in the snow': 'Dos pingüinos en la nieve',
  'A rocket in space': 'Un cohete en el espacio',
  'A castle at sunset': 'Un castillo al atardecer',
  'Describe it': 'Descríbela',
  'The thing, where it is, how it is drawn. Words that the model does not know are listed at once.':
    'La cosa, dónde está, cómo se dibuja. Las palabras que el modelo no conoce se muestran enseguida.',
  'Watch it appear': 'Mira cómo aparece',
  'A live preview, the step it is at and an honest estimate. Cancel at any time; what was not drawn is not charged.':
    'Una vista previa en vivo, el paso en el que va y una estimación honesta. Cancela cuando quieras; lo que no se dibujó no se cobra.',
  'Go on from there': 'Sigue desde ahí',
  'Every image can be enlarged, cut out, edited or used as the start of the next one.':
    'Cada imagen se puede ampliar, recortar, editar o usar como punto de partida de la siguiente.',
  'What does an image cost?': '¿Cuánto cuesta una imagen?',
  '{image} up to one megapixel. On the free plan the first {unmarked} images of a month have no watermark.':
    '{image} hasta un megapíxel. En el plan gratuito, las primeras {unmarked} imágenes del mes no llevan marca de agua.',
  'Do failed images cost anything?': '¿Cuestan algo las imágenes que fallan?',
  'No. Credits are reserved when you start and charged only for what is delivered.':
    'No. Los créditos se reservan al empezar y solo se cobran por lo que se entrega.',
  'Learn more': 'Más información',
  Guide: 'Guía',
  'Prompts, seeds and shapes.': 'Prompts, semillas y formas.',
  Styles: 'Estilos',
  'One prompt, every style.': 'Un prompt, todos los estilos.',
  'Train a model': 'Entrenar un modelo',
  'Put your own subject in.': 'Incluye tu propio sujeto.',
  'Image to image': 'Imagen a imagen',
  'Start from an image.': 'Parte de una imagen.',

  // Text to video
  'AI text to video': 'De texto a video con IA',
  'Turn a photo or a sentence into a video of 2 to 8 seconds: the camera moves around your subject. The price is shown before you start.':
    'Convierte una foto o una frase en un video de 2 a 8 segundos: la cámara se mueve alrededor de tu sujeto. Ves el precio antes de empezar.',
  'Bring a photo to life': 'Dale vida a una foto',
  'Choose a photo, or describe what to see. The subject is lifted off its background, and a camera moves through the space between them.':
    'Elige una foto o describe qué se ve. El sujeto se separa de su fondo y una cámara se mueve por el espacio entre los dos.',
  'Three frames of a video: the camera moves closer to an astronaut':
    'Tres cuadros de un video: la cámara se acerca a una astronauta',
  'Create a video': 'Crear un video',
  'Start with a photo or words': 'Empieza con una foto o con palabras',
  'Your own photo, any image you made here, one prompt, or up to four prompts that fade into one another.':
    'Una foto tuya, cualquier imagen que creaste aquí, un prompt o hasta cuatro prompts que se funden uno en otro.',
  'Move the camera': 'Mueve la cámara',
  'Push in or pull out, pan left or right, rise, orbit around the subject, or stay nearly still.':
    'Acércala o aléjala, llévala a la izquierda o a la derecha, súbela, haz que gire alrededor del sujeto o déjala casi quieta.',
  'Watch it being made': 'Mira cómo se crea',
  'Frames appear as they are drawn. Cancel at any time; nothing is charged unless a video is delivered.':
    'Los cuadros aparecen a medida que se dibujan. Cancela cuando quieras; no se cobra nada si no se entrega un video.',
  'Step through it frame by frame, download an MP4, GIF or WebP, or use its last frame as the start of the next one.':
    'Recórrelo cuadro por cuadro, descarga un MP4, GIF o WebP, o usa su último cuadro como comienzo del siguiente.',
  'What to expect': 'Qué esperar',
  'The camera moves, the subject does not': 'Se mueve la cámara, no el sujeto',
  'Nobody walks, blinks or speaks, and there is no sound. It is a moving photograph.':
    'Nadie camina, parpadea ni habla, y no hay sonido. Es una fotografía en movimiento.',
  'One subject against one background': 'Un sujeto frente a un fondo',
  'Depth is guessed from a single image. What the subject hides is filled in from what is around it.':
    'La profundidad se deduce de una sola imagen. Lo que oculta el sujeto se completa con lo que hay alrededor.',
  'Size and length': 'Tamaño y duración',
  'From 2 to 8 seconds at 24 frames a second, up to 1024 by 1024 pixels.':
    'De 2 a 8 segundos a 24 cuadros por segundo, hasta 1024 por 1024 píxeles.',
  'On this server': 'En este servidor',
  'Your photo is not sent to anyone else. A short video usually takes seconds, a long and large one about a minute.':
    'Tu foto no se envía a nadie más. Un video corto suele tardar segundos; uno largo y grande, cerca de un minuto.',
  'When you need things to move': 'Cuando necesitas que algo se mueva',
  'People who walk, water that flows, a voice: that takes a large video model, such as Luma, Runway, Kling, Hailuo, LTX or HeyGen.':
    'Gente que camina, agua que fluye, una voz: eso requiere un modelo de video grande, como Luma, Runway, Kling, Hailuo, LTX o HeyGen.',
  'Those that are available appear under “Made by”, each with its own price a second, lengths and shapes. If the page does not ask who makes the video, the camera moves over your photo.':
    'Los que están disponibles aparecen en la lista de quién crea el video, cada uno con su precio por segundo, sus duraciones y sus formas. Si la página no pregunta quién lo crea, la cámara se mueve sobre tu foto.',
  'What does a video cost?': '¿Cuánto cuesta un video?',
  '{second} a second. Video services cost more; the button shows the exact price before you press it.':
    '{second} por segundo. Los servicios de video cuestan más; el botón muestra el precio exacto antes de que lo presiones.',
  'Which photos work best?': '¿Qué fotos funcionan mejor?',
  'One clear subject with room around it. Where the subject touches the edges of the photo, there is little for the camera to move past.':
    'Las de un sujeto claro con espacio alrededor. Donde el sujeto toca los bordes de la foto, la cámara tiene poco por donde pasar.',
  'Yes. The file says so in its metadata, as the law in many countries asks for.':
    'Sí. El archivo lo dice en sus metadatos, como pide la ley en muchos países.',
  'Make the image first, then the video.': 'Primero crea la imagen y luego el video.',
  'A small photo makes a soft video.': 'Una foto pequeña da un video suave.',

  // Train a model
  'Train an AI model on your photos': 'Entrena un modelo de IA con tus fotos',
  'Teach a model a person, a pet, an object or a style from 4 to 20 photos. Every photo is checked first, and a training that fails is not charged.':
    'Enséñale a un modelo una persona, una mascota, un objeto o un estilo con 4 a 20 fotos. Cada foto se revisa antes, y un entrenamiento que falla no se cobra.',
  'Train a model of your own': 'Entrena tu propio modelo',
  'Add 4 to 20 photos of one subject. They are checked before you pay, the training shows how it is going, and the model gets a name that you use in your prompts.':
    'Agrega de 4 a 20 fotos de un sujeto. Se revisan antes de que pagues, el entrenamiento muestra cómo va, y el modelo recibe un nombre que usas en tus prompts.',
  'A photo of a cat, as one may be used for a training':
    'Una foto de un gato, como las que sirven para un entrenamiento',
  'Say what it is': 'Di qué es',
  'A person, a pet, an object or a style. For a person you state whose photos they are, or send them a consent link that needs no account.':
    'Una persona, una mascota, un objeto o un estilo. Si es una persona, declaras de quién son las fotos o le envías un enlace de consentimiento, para el que no necesita cuenta.',
  'Add your photos': 'Agrega tus fotos',
  'JPEG, PNG, WebP, HEIC or AVIF. Each one is looked at for size, light, detail, faces and near copies, and you read what to change. Crop them here.':
    'JPEG, PNG, WebP, HEIC o AVIF. De cada una se revisan el tamaño, la luz, el detalle, las caras y si casi se repite, y lees qué cambiar. Recórtalas aquí mismo.',
  'Watch it learn': 'Mira cómo aprende',
  'Steps, time left, samples and a curve while it trains. You can stop early. Before the first checkpoint, that costs nothing.':
    'Pasos, tiempo restante, muestras y una curva mientras entrena. Puedes detenerlo antes: hasta el primer punto de control no cuesta nada.',
  'What it costs': 'Cuánto cuesta',
  '{training} a training': '{training} por entrenamiento',
  'They are reserved when you start and charged when your model is ready. If the training fails, all of them are returned.':
    'Se reservan al empezar y se cobran cuando tu modelo está listo. Si el entrenamiento falla, se devuelven todos.',
  'Stopped early': 'Si lo detienes antes',
  'You get the model of the latest checkpoint, pay only for its steps, and the rest is returned.':
    'Recibes el modelo del último punto de control, pagas solo sus pasos y el resto se te devuelve.',
  'Models a month': 'Modelos al mes',
  'The plan says how many: 2 with Starter, 5 with Hobby and 15 with Pro. The free plan has none.':
    'El plan dice cuántos: 2 con Starter, 5 con Hobby y 15 con Pro. El plan gratuito no incluye ninguno.',
  'Your subject as in your photos': 'Tu sujeto, como en tus fotos',
  'Up to three of them are cut out and laid into each image. A new pose, face or suit is not drawn.':
    'Hasta tres de ellas se recortan y se colocan en cada imagen. No se dibuja una pose, una cara ni un traje nuevos.',
  'A style, a little': 'Un estilo, un poco',
  'It draws by arranging images from an open collection. Training changes its strokes and colors, not what it knows.':
    'Dibuja combinando imágenes de una colección abierta. El entrenamiento cambia sus trazos y colores, no lo que conoce.',
  'Larger models': 'Modelos más grandes',
  'Drawing a person in a new pose takes a larger model. Where one is available, you choose it as the base model.':
    'Dibujar a una persona en una pose nueva requiere un modelo más grande. Si hay uno disponible, lo eliges como modelo base.',
  'Sharp ones in even light, with one subject that is large in the image, from several sides and before different backgrounds. Ten good ones beat twenty alike.':
    'Nítidas y con luz pareja, con un solo sujeto que ocupe buena parte de la imagen, desde varios lados y con fondos distintos. Diez buenas valen más que veinte parecidas.',
  'Who sees my photos?': '¿Quién ve mis fotos?',
  'Only you. Location and camera data are removed, and you can delete the photos and the model at any time.':
    'Solo tú. Los datos de ubicación y de cámara se eliminan, y puedes eliminar las fotos y el modelo cuando quieras.',
  'Can I train a model of somebody else?': '¿Puedo entrenar un modelo de otra persona?',
  'Only with their consent. Ask them by a link: then no training starts before they agree, and they can withdraw later, which deletes the photos and the model.':
    'Solo con su consentimiento. Pregúntale con un enlace: así ningún entrenamiento empieza antes de que acepte, y después puede retirarlo, lo que elimina las fotos y el modelo.',
  'Is the model mine?': '¿El modelo es mío?',
  'Nobody else can draw with it. You can download it as a file.':
    'Nadie más puede dibujar con él. Puedes descargarlo como archivo.',
  'Put the name of your model in a prompt.': 'Pon el nombre de tu modelo en un prompt.',
  'A whole set of images around one theme.': 'Una serie completa de imágenes sobre un tema.',
  'Many looks from one photo, without a training.':
    'Muchos estilos con una sola foto, sin entrenamiento.',
} as const
