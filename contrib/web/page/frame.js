// In the frame of the picture: files that are dragged over it are for the page.
for (const type of ["dragenter", "dragover", "drop"])
  addEventListener(type, event => {
    if (!event.dataTransfer.types.includes("Files"))
      return;
    event.preventDefault();
    parent.postMessage("drag", "*");
  }, true);
