/** Why an engine could not do what was ordered; stored with the job. */
export const ENGINES = {
  'The service that makes this gave no answer. Nothing was charged.':
    'El servicio que hace esto no respondió. No se cobró nada.',
  'This model is paused right now. Please choose another one.':
    'Este modelo está en pausa en este momento. Elige otro, por favor.',
  'This model is paused because its service has changed it. Please choose another one.':
    'Este modelo está en pausa porque su servicio lo cambió. Elige otro, por favor.',
  'The service of this model no longer offers it. Please choose another one.':
    'El servicio de este modelo ya no lo ofrece. Elige otro, por favor.',
  'This is not available right now.': 'Esto no está disponible en este momento.',
  'This is not available with this model.': 'Esto no está disponible con este modelo.',
  'This model cannot make images that are so wide or so tall. Choose other proportions.':
    'Este modelo no puede crear imágenes tan anchas o tan altas. Elige otras proporciones.',
  'This tool is not available right now.': 'Esta herramienta no está disponible en este momento.',
  'This model is not available right now.': 'Este modelo no está disponible en este momento.',
  'This model is not on its server right now.':
    'Este modelo no está en su servidor en este momento.',
  'This model is no longer on its server.': 'Este modelo ya no está en su servidor.',
  'This model does not exist here.': 'Este modelo no existe aquí.',
  'This model does not know what the prompt asks for.':
    'Este modelo no conoce lo que pide el prompt.',
  'This model draws with one trained model at a time.':
    'Este modelo dibuja con un solo modelo entrenado a la vez.',
  'This model makes no video of {said}.': 'Este modelo no crea videos a partir de {said}.',
  'an image': 'una imagen',
  words: 'palabras',
  'This model reads prompts of at most {count} tokens.':
    'Este modelo lee prompts de {count} tokens como máximo.',
  'The model that draws this image is damaged on the server.':
    'El modelo que dibuja esta imagen está dañado en el servidor.',
  'The model gave no answer in time.': 'El modelo no respondió a tiempo.',
  'The model drew nothing there. Try another seed or fewer weights in the prompt.':
    'El modelo no dibujó nada ahí. Prueba otra semilla o menos pesos en el prompt.',
  "The model's safety filter refused this. Nothing was charged. Try different words or another image.":
    'El filtro de seguridad del modelo rechazó esto. No se cobró nada. Prueba con otras palabras u otra imagen.',
  'The server that makes this cannot be reached right now.':
    'En este momento no se puede contactar al servidor que hace esto.',
  'The server that makes this gave an answer that cannot be used.':
    'El servidor que hace esto dio una respuesta que no se puede usar.',
  'The image server is too busy right now.':
    'El servidor de imágenes está demasiado ocupado en este momento.',
  'The image server could not do this.': 'El servidor de imágenes no pudo hacer esto.',
  'The image server could not make this.': 'El servidor de imágenes no pudo crear esto.',
  'The image server does not accept this request.':
    'El servidor de imágenes no acepta esta solicitud.',
  'The image server was restarted.': 'El servidor de imágenes se reinició.',
  'The image server was stopped.': 'El servidor de imágenes se detuvo.',
  'This is too large for the memory of the image server. Try a smaller size.':
    'Esto es demasiado grande para la memoria del servidor de imágenes. Prueba un tamaño más pequeño.',
  'The service that makes this cannot be reached right now.':
    'En este momento no se puede contactar al servicio que hace esto.',
  'The service that makes this does not accept this request.':
    'El servicio que hace esto no acepta esta solicitud.',
  'The service that makes this gave an answer that cannot be used.':
    'El servicio que hace esto dio una respuesta que no se puede usar.',
  'The service could not make this image.': 'El servicio no pudo crear esta imagen.',
  'The service lost this request.': 'El servicio perdió esta solicitud.',
  'The service sent back only a part of the video. Nothing was charged.':
    'El servicio devolvió solo una parte del video. No se cobró nada.',
  'The service could not train this model. Nothing was charged.':
    'El servicio no pudo entrenar este modelo. No se cobró nada.',
  'The server was restarted while drawing.': 'El servidor se reinició mientras dibujaba.',
  'The server was restarted while your image was being made.':
    'El servidor se reinició mientras se creaba tu imagen.',
  'The server was restarted while your video was being made.':
    'El servidor se reinició mientras se creaba tu video.',
  'The server was restarted while your model was being trained.':
    'El servidor se reinició mientras se entrenaba tu modelo.',
  'Drawing failed on the server.': 'El servidor no pudo dibujar.',
  'The server ran out of memory while drawing.':
    'El servidor se quedó sin memoria mientras dibujaba.',
  'An image came back damaged.': 'Una imagen llegó dañada.',
  'The video came back damaged.': 'El video llegó dañado.',
  'The video came back in a form that cannot be used here.':
    'El video llegó en una forma que aquí no se puede usar.',
  'Its provider no longer keeps this video, so it cannot be extended.':
    'Su proveedor ya no guarda este video, así que no se puede extender.',
  'These words take longer than {seconds} seconds to say. Choose a longer video or fewer words.':
    'Decir estas palabras toma más de {seconds} segundos. Elige un video más largo o menos palabras.',
  'The result would be {width} x {height}, which is too large.':
    'El resultado tendría {width} x {height}, que es demasiado grande.',
  'An enlarged image has 64 megapixels at most.':
    'Una imagen ampliada tiene 64 megapíxeles como máximo.',
  'The second pass would be larger than this engine can draw.':
    'La segunda pasada sería más grande de lo que este motor puede dibujar.',
  'The sampler {name} does not exist in this engine.': 'El sampler {name} no existe en este motor.',
  'Image to image needs an image to start from, text to image none.':
    'De imagen a imagen necesita una imagen de partida; de texto a imagen, ninguna.',
  'A second pass does not go together with a mask or with padding.':
    'Una segunda pasada no se combina con una máscara ni con un borde añadido.',
  'The mask is {width} x {height}, the image {other_width} x {other_height}.':
    'La máscara mide {width} x {height}; la imagen, {other_width} x {other_height}.',
  'The mask has no white part, so there is nothing to repaint.':
    'La máscara no tiene ninguna parte blanca, así que no hay nada que repintar.',
  'The {said} cannot be read.': 'No se puede leer: {said}.',
  'The {said} must have the size of the image.': 'Debe tener el tamaño de la imagen: {said}.',
  'This image cannot be read.': 'Esta imagen no se puede leer.',
  'The image cannot be read.': 'La imagen no se puede leer.',
  'There is no LoRA named "{name}".': 'No hay ninguna LoRA llamada "{name}".',
  'The LoRA "{name}" does not fit this model: {why}.':
    'La LoRA "{name}" no es compatible con este modelo: {why}.',
  'The LoRA "{name}" cannot be used: its file is damaged or of another kind.':
    'La LoRA "{name}" no se puede usar: su archivo está dañado o es de otro tipo.',
  'A LoRA of this request is no longer on the image server.':
    'Una LoRA de esta solicitud ya no está en el servidor de imágenes.',
  'A part of the image could not be made.': 'Una parte de la imagen no se pudo crear.',
  'The model that refines images is not available right now.':
    'El modelo que refina imágenes no está disponible en este momento.',
  'The faces in this image are large enough to have their details.':
    'Las caras de esta imagen son lo bastante grandes para tener sus detalles.',
  'No engine here can edit images from text instructions.':
    'Ningún motor de aquí puede editar imágenes a partir de instrucciones de texto.',
  'Nothing in the foreground was found in this image.':
    'No se encontró nada en primer plano en esta imagen.',
  'Paint over what you want to remove, and leave some of the image around it.':
    'Pinta sobre lo que quieres quitar y deja parte de la imagen alrededor.',
  'There is no look {name}.': 'No hay un estilo {name}.',
  'There is no background {name}.': 'No hay un fondo {name}.',
  'There is no face {number}; {count} were found.':
    'No hay una cara {number}; se encontraron {count}.',
  "The model {name} is too large to be trained on this server's processor.":
    'El modelo {name} es demasiado grande para entrenarlo en el procesador de este servidor.',
  'Nobody trains {name} here.': 'Aquí nadie entrena {name}.',
  'The program that trains this model failed. Nothing was charged.':
    'Falló el programa que entrena este modelo. No se cobró nada.',
  'The training took too long and was stopped. Nothing was charged.':
    'El entrenamiento tardó demasiado y se detuvo. No se cobró nada.',
  'The program that trains this model was interrupted.':
    'El programa que entrena este modelo se interrumpió.',
  'This model cannot be trained right now.': 'Este modelo no se puede entrenar en este momento.',
} as const
