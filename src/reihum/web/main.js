document.title = "Reihum";
