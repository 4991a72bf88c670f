//! Scripts and styles, as they are in the folder `assets`, inside the program.

/// A file of the page.
pub struct Asset {
    pub name: &'static str,
    pub kind: &'static str,
    pub bytes: &'static [u8],
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

const ASSETS: &[Asset] = &[
    Asset { name: "app.js", kind: SCRIPT, bytes: include_bytes!("../assets/app.js") },
    Asset { name: "address.js", kind: SCRIPT, bytes: include_bytes!("../assets/address.js") },
    Asset { name: "diagram.js", kind: SCRIPT, bytes: include_bytes!("../assets/diagram.js") },
    Asset { name: "part.js", kind: SCRIPT, bytes: include_bytes!("../assets/part.js") },
    Asset { name: "time.js", kind: SCRIPT, bytes: include_bytes!("../assets/time.js") },
    Asset { name: "tree.js", kind: SCRIPT, bytes: include_bytes!("../assets/tree.js") },
    Asset { name: "views.js", kind: SCRIPT, bytes: include_bytes!("../assets/views.js") },
    Asset {
        name: "style.css",
        kind: "text/css; charset=utf-8",
        bytes: include_bytes!("../assets/style.css"),
    },
    Asset { name: "icon.svg", kind: "image/svg+xml", bytes: include_bytes!("../assets/icon.svg") },
];

pub fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}
